import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problemOfStatus } from './errors/error.filter.js';

export interface RouteEntry {
  method: string;
  /** Fastify's pattern, such as `/v2/users/:id`. */
  url: string;
}

/** Records every route, to distinguish an unknown method from an unknown path. */
export class RouteTable {
  readonly entries: RouteEntry[] = [];
  #patterns: { pattern: RegExp; method: string; url: string }[] = [];
  /** The methods of each path without parameters. */
  readonly #fixed = new Map<string, string[]>();
  /** Patterns that also match one of these paths, such as `/v2/users/:userId` for `/v2/users/export`. */
  #wide = new Set<string | undefined>();

  watch(app: FastifyInstance): void {
    app.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) {
        if (route.url.includes('*')) continue;
        this.entries.push({ method, url: route.url });
        if (!route.url.includes(':')) {
          const path = withoutSlash(route.url);
          this.#fixed.set(path, [...(this.#fixed.get(path) ?? []), method]);
        }
        const source = route.url
          .split('/')
          .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
          .join('/');
        this.#patterns.push({ pattern: new RegExp(`^${source}/?$`), method, url: route.url });
      }
    });
  }

  /** Answers 405 if the method belongs only to a pattern that also matches the path, and not to the path itself. */
  refuseOtherMethods(app: FastifyInstance): void {
    app.addHook('onReady', (done) => {
      const paths = [...this.#fixed.keys()];
      const wide = this.#patterns.filter(
        ({ pattern, url }) => url.includes(':') && paths.some((path) => pattern.test(path)),
      );
      this.#wide = new Set(wide.map(({ url }) => url));
      done();
    });
    app.addHook('onRequest', (request, _reply, done) => {
      if (!this.#wide.has(request.routeOptions.url)) return done();
      const path = getPath(request);
      const isFixed = this.#fixed.has(path);
      done(isFixed ? problemOfStatus(405, { allow: this.listMethods(path).join(', ') }) : undefined);
    });
  }

  listMethods(path: string): string[] {
    const ownMethods = this.#fixed.get(withoutSlash(path));
    if (ownMethods) return [...new Set(ownMethods)];
    return [
      ...new Set(this.#patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ];
  }
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

const getPath = ({ url }: FastifyRequest): string => withoutSlash(url.split('?', 1)[0] ?? '');

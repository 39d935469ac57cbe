import type { FastifyInstance } from 'fastify';

export interface RouteEntry {
  method: string;
  /** Fastify's pattern, such as `/v2/users/:id`. */
  url: string;
}

/** Remembers every route, to tell an unknown method from an unknown path. */
export class RouteTable {
  readonly entries: RouteEntry[] = [];
  #patterns: { pattern: RegExp; method: string }[] = [];

  watch(app: FastifyInstance): void {
    app.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) {
        if (route.url.includes('*')) continue;
        this.entries.push({ method, url: route.url });
        const source = route.url
          .split('/')
          .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
          .join('/');
        this.#patterns.push({ pattern: new RegExp(`^${source}/?$`), method });
      }
    });
  }

  /** Methods that `path` supports. */
  methodsOf(path: string): string[] {
    return [
      ...new Set(this.#patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ];
  }
}

import 'reflect-metadata';
import { runInContext, type RequestContext } from '@app/database';
import type { HttpApp } from '@app/http';
import type { Actor } from '@app/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The resource API from this build. With the argument `without`, it lacks what bounds an ordinary read: turns on a
// connection, bytes of unread answers, the deadline of a request and the network's budget. They are replaced here, before
// the API is loaded, so that no server has a switch for it. Shares of connections stay, and other bounds look at bodies alone.
const load = createRequire(__filename);
const resolvePath = (file: string): string => join(__dirname, '..', '..', '..', '..', file);

/** The fields that have been replaced, but not asked for: in the end nothing, or the API would still have it. */
const unused = new Set<string>();

/** Makes a module export this function instead of the one it has. @throws Error when it has none of that name */
function replace(file: string, name: string, replacement: (fastify: FastifyInstance) => void): void {
  const exported = load(resolvePath(file)) as Record<string, unknown>;
  if (typeof exported[name] !== 'function') throw new Error(`${file} does not export ${name}`);
  unused.add(name);
  const replaced = (fastify: FastifyInstance): void => {
    unused.delete(name);
    replacement(fastify);
  };
  load.cache[load.resolve(resolvePath(file))]!.exports = { ...exported, [name]: replaced };
}

/** A caller as it was before requests had a deadline. */
class UnhurriedContext implements RequestContext {
  constructor(readonly request: FastifyRequest & { actor?: Actor }) {}

  get operation(): string {
    return `${this.request.method} ${this.request.routeOptions.url ?? ''}`;
  }

  get portalId(): number | undefined {
    return this.request.actor?.claims.portal_id;
  }
}

function removeBounds(): void {
  replace('libs/http/src/limit-pipelining.js', 'limitPipelining', () => undefined);
  replace('libs/http/src/unread-answers.js', 'boundUnreadAnswers', () => undefined);
  replace('libs/http/src/caller.js', 'bindRequestContext', (fastify) => {
    fastify.addHook('preHandler', (request, _reply, done) =>
      runInContext(new UnhurriedContext(request), done),
    );
  });
  const { NetworkLimit } = load(resolvePath('libs/rate-limit/src/network-limit.js')) as {
    NetworkLimit: { prototype: { onModuleInit(): void } };
  };
  unused.add('NetworkLimit');
  NetworkLimit.prototype.onModuleInit = () => void unused.delete('NetworkLimit');
}

async function main(): Promise<void> {
  if (process.argv[2] === 'without') removeBounds();
  const { loadSettings } = load(resolvePath('apps/resource-api/src/config.js')) as {
    loadSettings: (env: NodeJS.ProcessEnv) => { PORT: number; HOST: string };
  };
  const { createResourceApi } = load(resolvePath('apps/resource-api/src/app.js')) as {
    createResourceApi: (settings: object) => Promise<HttpApp>;
  };
  const settings = loadSettings(process.env);
  const { app } = await createResourceApi(settings);
  await app.init();
  if (unused.size > 0) throw new Error(`the API still has ${[...unused].join(', ')}`);
  await app.listen(settings.PORT, settings.HOST);
}

void main();

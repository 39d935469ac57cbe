import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { computeDigest, matchesETag } from '../etag.js';

/** Headers of the connection, which belongs to the outer application. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

interface OpenedLater {
  urls: readonly string[];
  methods: HTTPMethods[];
  /** Starts the application that answers; it does not listen. Called again after a failure. */
  open: () => Promise<Pick<FastifyInstance, 'inject' | 'close'>>;
  /** Whether a 404 means that there is no such route, and not that its object is missing; by default always. */
  isUnknownRoute?: (body: string) => boolean;
  /** Whether a path always has the same answer. Then it is created once, and its bytes are shared by all readers. */
  isFixed?: boolean;
}

/** An answer that is sent repeatedly. */
interface FixedAnswer {
  headers: Record<string, string | string[] | number>;
  body: Buffer;
}

/**
 * Serves routes by a separate application, which is loaded and started by the first request, because operators and
 * developers read these pages only occasionally. Hooks of `fastify` apply to them, and unknown paths of the inner
 * application are answered like all unknown paths.
 */
export function serveLazily(
  fastify: FastifyInstance,
  { urls, methods, open, isUnknownRoute = () => true, isFixed = false }: OpenedLater,
): void {
  let opened: ReturnType<typeof open> | undefined;
  const inner = () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const inject = async (request: FastifyRequest) =>
    (await inner()).inject({
      method: request.method as 'GET',
      url: request.raw.url ?? request.url,
      headers: request.headers,
      ...(typeof request.body === 'string' && { payload: request.body }),
    });
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const answer = await inject(request);
    if (answer.statusCode === 404 && isUnknownRoute(answer.body)) {
      reply.callNotFound();
      return reply;
    }
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !connectionHeaders.has(name)) void reply.header(name, value);
    return reply.code(answer.statusCode).send(answer.rawPayload);
  };
  for (const url of urls)
    fastify.route({ method: methods, url, handler: isFixed ? serveFixed(inner) : handler });
  fastify.addHook('onClose', async () => {
    await (await opened?.catch(() => undefined))?.close();
  });
}

/** No link has another spelling of a path, and every stored answer takes memory. */
const plainPath = /^[\w./-]+$/;

/** @param inner the application that creates an answer when its path is requested for the first time */
function serveFixed(inner: () => Promise<Pick<FastifyInstance, 'inject'>>) {
  const answers = new Map<string, Promise<FixedAnswer | undefined>>(); // at most as many as the application has paths
  const find = async (path: string): Promise<FixedAnswer | undefined> => {
    const answer = answers.get(path) ?? inner().then((app) => makeFixed(app, path));
    answers.set(path, answer);
    const isMade = await answer.then((cachedAnswer) => cachedAnswer !== undefined).catch(() => false);
    if (!isMade) answers.delete(path);
    return answer;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const [path = ''] = request.url.split('?', 1);
    const answer = plainPath.test(path) ? await find(path) : undefined;
    if (!answer) {
      reply.callNotFound();
      return reply;
    }
    void reply.headers(answer.headers);
    const isKnown = matchesETag(request.headers['if-none-match'], String(answer.headers['etag']));
    return isKnown ? reply.code(304).send() : reply.send(answer.body);
  };
}

async function makeFixed(
  inner: Pick<FastifyInstance, 'inject'>,
  path: string,
): Promise<FixedAnswer | undefined> {
  const { statusCode, headers, rawPayload } = await inner.inject({ method: 'GET', url: path });
  if (statusCode !== 200) return undefined;
  const type = headers['content-type'] ?? 'application/octet-stream';
  return {
    headers: { 'content-type': type, 'cache-control': 'no-cache', etag: computeDigest(rawPayload) },
    body: rawPayload,
  };
}

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

/** Of the connection, which is ours, not the inner application's. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

interface OpenedLater {
  urls: readonly string[];
  methods: HTTPMethods[];
  /** Starts the application that answers; it does not listen. Called again after a failure. */
  open: () => Promise<Pick<FastifyInstance, 'inject' | 'close'>>;
  /** Whether a 404 says that there is no such route, rather than something about its object; by default always. */
  isUnknownRoute?: (body: string) => boolean;
}

/**
 * Routes that an application of their own answers, which is loaded and started by the first request: for what operators
 * and developers look at now and then. Hooks of `fastify` apply to them, and what the inner application does not know is
 * as unknown as any other path.
 */
export function serveOpenedLater(
  fastify: FastifyInstance,
  { urls, methods, open, isUnknownRoute = () => true }: OpenedLater,
): void {
  let opened: ReturnType<typeof open> | undefined;
  const inner = () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const answer = await (
      await inner()
    ).inject({
      method: request.method as 'GET',
      url: request.raw.url ?? request.url,
      headers: request.headers,
      ...(typeof request.body === 'string' && { payload: request.body }),
    });
    if (answer.statusCode === 404 && isUnknownRoute(answer.body)) {
      reply.callNotFound();
      return reply;
    }
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !ofConnection.has(name)) void reply.header(name, value);
    return reply.code(answer.statusCode).send(answer.rawPayload);
  };
  for (const url of urls) fastify.route({ method: methods, url, handler });
  fastify.addHook('onClose', async () => {
    await (await opened?.catch(() => undefined))?.close();
  });
}

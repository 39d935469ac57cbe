import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveLazily } from '@app/http';
import { sameBytes, sha256 } from '@app/kernel';
import type { RedisSettings } from '@app/redis';
import type { IncomingHttpHeaders } from 'node:http';

const PATH = '/queues';
/** The largest body that the board sends, in bytes: an edited job. */
const MAX_BODY_BYTES = 64 * 1024;
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** The rules about who may use the board, and from where. */
interface BoardAccess {
  /** Undefined: on loopback only. */
  password: string | undefined;
  /** Host names of the board, without ports. */
  hosts: readonly string[];
}

/**
 * The queue board for operators. It opens with the password from the settings and any user name, or without a password
 * on loopback only, and never for another site's pages. `/` leads to it.
 */
export async function serveQueueBoard(
  fastify: FastifyInstance,
  redis: RedisSettings,
  { password, hosts }: BoardAccess,
): Promise<void> {
  const names = hosts.map((host) => host.toLowerCase());
  fastify.get('/', async (_request, reply) => reply.redirect(PATH));
  await fastify.register(
    async (board) => {
      board.addHook('onRequest', async (request, reply) => {
        if (!isOwnSite(request.headers, names)) return refuse(reply);
        if (!mayEnter(request, password)) return refuse(reply, password);
      });
      board.addHook('onSend', async (_request, reply) => {
        void reply.headers({
          'content-security-policy':
            "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'same-origin',
          'x-frame-options': 'DENY',
        });
      });
      // elsewhere a guard reads the bodies; here only operators send any, and the board parses them
      board.addContentTypeParser<string>(
        'application/json',
        { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
        (_request, body, done) => done(null, body),
      );
      serveLazily(board, {
        urls: ['', '/*'],
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        open: async () => {
          const { openBoard } = await import('./opened-board.js');
          return openBoard(redis, PATH);
        },
        isUnknownRoute: (body) => body.includes('"Not Found"'),
      });
    },
    { prefix: PATH },
  );
}

function mayEnter(request: FastifyRequest, password: string | undefined): boolean {
  if (password === undefined)
    return loopback.has(request.socket.remoteAddress ?? '') && !isForwarded(request.headers);
  const credentials = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const [, secret] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials ?? '', 'base64').toString()) ?? [];
  return secret !== undefined && sameBytes(sha256(secret), sha256(password));
}

function refuse(reply: FastifyReply, password?: string): FastifyReply {
  if (password !== undefined) void reply.header('www-authenticate', 'Basic realm="queues"');
  return reply
    .code(password === undefined ? 403 : 401)
    .type('text/plain')
    .send('No access to the queue board.');
}

/** Headers added by proxies: the sender is not the peer of the connection. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Whether the request says that it came through a proxy. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  forwarding.some((name) => headers[name] !== undefined);

/**
 * Whether the request comes from a page of the site itself, from the address bar, or not from a browser at all. A
 * page elsewhere is recognised by its origin (CSRF), and a foreign name that points to us by the Host header (DNS
 * rebinding). Sources: Fetch Metadata Request Headers 2.4, OWASP CSRF Prevention ("Verifying Origin With Standard
 * Headers").
 * @param hosts names of the site, in lower case, without ports
 */
function isOwnSite(headers: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  const authority = headers.host?.toLowerCase() ?? '';
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(authority) ?? [];
  if (name === undefined || !hosts.includes(name)) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return (
    origin === undefined || [`http://${authority}`, `https://${authority}`].includes(origin.toLowerCase())
  );
}

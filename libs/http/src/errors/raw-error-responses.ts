import { redactUrl } from '@app/kernel';
import type { ConnectionError } from 'fastify';
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { answerHeaders } from '../edge/answer-headers.js';
import { problemOfStatus, type ErrorShape } from './error.filter.js';
import { measureRefusal } from '../edge/request-metrics.js';
import { isAnsweredEarly } from '../body/unread-body.js';

interface RawOptions {
  shape: ErrorShape;
  allowedMethods: (path: string) => string[];
  newId: () => string;
  maxUrl: number;
  logger: Logger;
}

/** Milliseconds in which a client can read a refusal while it is still sending. */
const LINGER_MS = 2_000;

/**
 * Answers connections before there is a request. A URL or headers over the limits of Node's parser (414, 431) and
 * CONNECT (405) get the format of other answers. Anything that is not HTTP gets a bare 400. Source: contract 2.6.
 */
export class RawErrorResponses {
  /** Connections that were refused; the parser fails again at all later bytes of their clients. */
  readonly #refused = new WeakSet<Duplex>();

  constructor(private readonly options: RawOptions) {}

  /** Also handles CONNECT, which Node leaves to its listeners. */
  listen(server: Server): void {
    server.on('connect', (request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => undefined);
      const url = request.url ?? '';
      const allow = this.options.allowedMethods(url.split('?', 1)[0] ?? '').join(', ');
      this.#refuse(socket, 405, { method: 'CONNECT', url }, { allow });
    });
  }

  readonly clientError = (error: ConnectionError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || this.#refused.has(socket)) return;
    if (isAnsweredEarly(socket)) return void socket.destroy();
    if (error.code === 'HPE_HEADER_OVERFLOW') {
      const packet = (error.rawPacket as unknown as Buffer).toString('latin1'); // Fastify declares the type of its JSON form
      const { status, ...line } = tooLarge(packet, this.options.maxUrl);
      this.#refuse(socket, status, line);
    } else this.#end(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, {}, '');
  };

  #refuse(
    socket: Duplex,
    status: number,
    { method, url }: { method: string; url: string },
    headers: Record<string, string> = {},
  ): void {
    const ref = this.options.newId();
    const shaped = this.options.shape(problemOfStatus(status, headers), url, ref);
    this.options.logger.info(
      { ref, method, url: redactUrl(url.slice(0, 200)), status },
      `refused: ${status}`,
    );
    const named = {
      ...answerHeaders(true),
      'x-request-id': ref,
      'content-type': 'application/json',
      ...shaped.headers,
    };
    this.#end(socket, shaped.status, named, JSON.stringify(shaped.body));
  }

  #end(socket: Duplex, status: number, headers: Record<string, string>, body: string): void {
    this.#refused.add(socket);
    measureRefusal(status);
    if (!socket.writable) return void socket.destroy();
    const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.on('close', () => clearTimeout(timer));
  }
}

/**
 * The part of a request that was too large. Node reports only the last chunk that it read. The chunk contains the
 * request line unless the client sent small chunks; then a blank decides, because every header has one and no URL does.
 */
function tooLarge(packet: string, maxUrl: number): { status: 414 | 431; method: string; url: string } {
  const [, method = '', url = ''] = /^([A-Z-]+) ([^ \r\n]*)/.exec(packet) ?? [];
  const isAddress = method === '' ? !/\s/.test(packet) : url.length > maxUrl;
  return { status: isAddress ? 414 : 431, method, url };
}

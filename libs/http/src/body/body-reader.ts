import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { BadRequest, Problem } from '@app/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import { problemOfStatus } from '../errors/error.filter.js';
import type { Limits } from '../limits/limits.js';
import { multipartFields } from './multipart.js';
import { urlencodedPairs } from './name-value-pairs.js';
import { parseJson } from './parse-json.js';
import { formFields } from '../query-parser.js';
import { hasBody, readBody } from './read-body.js';

type Pairs = Iterable<readonly [name: string, value: string]>;

export interface BodyOptions {
  /** Maximum bytes of a body on this route; by default the setting MAX_BODY_BYTES. */
  chooseLimit?: (url: string) => number | undefined;
  /** Builds the body of a form, urlencoded or multipart, from its pairs; by default {@link formFields}. */
  formBody?: (pairs: Pairs) => unknown;
  /** Parses urlencoded text into pairs; by default {@link urlencodedPairs}. */
  formPairs?: (text: string) => Pairs;
  /** Whether a body is read as urlencoded whatever its Content-Type, unless that is JSON or multipart. */
  readsAnyTypeAsForm?: (request: FastifyRequest) => boolean;
}

/** An image, unchanged. */
export interface ImageBody {
  /** Media type, in lower case, without parameters. */
  type: string;
  bytes: Buffer;
}

/** The body is an image, passed on unchanged. */
export const TakesImage = () => RouteConfig({ image: true });

const isImageRoute = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions as { config?: { image?: boolean } }).config?.image === true;

const fromForms = new WeakSet<FastifyRequest>();

/**
 * Checks a body before it is parsed.
 * @throws an error that refuses it
 */
type BodyListener = (request: FastifyRequest, bytes: number) => void;
const listeners = new WeakMap<Server, BodyListener>();

/** Calls `listener` for each body that this server has read. An interceptor would also cost requests without a body. */
export function listenToBodies({ server }: FastifyInstance, listener: BodyListener): void {
  listeners.set(server, listener);
}

/** Whether the body is a form, in which numbers and booleans are strings. */
export const IsForm = createParamDecorator((_: unknown, context: ExecutionContext): boolean =>
  fromForms.has(context.switchToHttp().getRequest<FastifyRequest>()),
);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new BadRequest('invalid_encoding', 'The body is not valid UTF-8.');
  }
}

const UNLABELLED = 'application/octet-stream';
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** Media types of bodies; others are refused, except by {@link BodyOptions.readsAnyTypeAsForm}. */
const kinds = {
  json: /^\s*application\/([\w.+-]+\+)?json/i,
  urlencoded: /^\s*application\/x-www-form-urlencoded/i,
  multipart: /^\s*multipart\/form-data/i,
};
/** The body types that are read; the request-cost tests have worst cases for each. */
export type BodyKind = keyof typeof kinds;
export const bodyKinds = Object.keys(kinds) as BodyKind[];

function assertPlain({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.trim().toLowerCase() === 'identity' || coding.trim() === '') return;
  throw new Problem(
    415,
    'unsupported_media_type',
    'Compressed bodies are not accepted: send the body without Content-Encoding.',
    { headers: { 'accept-encoding': 'identity' } }, // RFC 9110 15.5.16
  );
}

/**
 * JSON, urlencoded and multipart bodies on every route; an empty body counts as no body, whatever its Content-Type.
 * Source: contract 1.7.
 */
export class BodyReader {
  constructor(
    private readonly limits: Limits,
    private readonly options: BodyOptions = {},
  ) {}

  /** Maximum bytes of a request's body. */
  getLimit({ routeOptions }: FastifyRequest): number {
    return routeOptions.bodyLimit ?? this.limits.MAX_BODY_BYTES;
  }

  /** @throws Problem 413; 415 when the body is compressed; 400 when the client disconnects before its end */
  async read(request: FastifyRequest): Promise<Buffer> {
    assertPlain(request);
    return readBody(request, this.getLimit(request));
  }

  /** @throws Problem 400 or 415, and the errors of the server's listener */
  async parse(request: FastifyRequest, body: Buffer): Promise<unknown> {
    if (body.length === 0) return undefined;
    listeners.get(request.server.server)?.(request, body.length);
    if (isImageRoute(request)) return toImageBody(request, body);
    const text = decode(body);
    const type = request.headers['content-type'] ?? '';
    const kind = bodyKinds.find((one) => kinds[one].test(type));
    if (this.options.readsAnyTypeAsForm?.(request) && !isMultipart(kind, text)) {
      return /^\s*[[{]/.test(text) ? this.#json(text) : this.#urlencoded(request, text);
    }
    switch (kind) {
      case 'json':
        return this.#json(text);
      case 'urlencoded':
        return this.#urlencoded(request, text);
      case 'multipart':
        return this.#form(request, await multipartFields(body, type, this.limits.MAX_LIST_LENGTH));
      case undefined:
        throw problemOfStatus(415);
    }
  }

  #json(text: string): unknown {
    return parseJson(text, this.limits);
  }

  #urlencoded(request: FastifyRequest, text: string): unknown {
    return this.#form(request, (this.options.formPairs ?? urlencodedPairs)(text));
  }

  #form(request: FastifyRequest, pairs: Pairs): unknown {
    fromForms.add(request);
    return this.options.formBody?.(pairs) ?? formFields(pairs, this.limits.MAX_LIST_LENGTH);
  }
}

/** @throws Problem 415 when its Content-Type is another one */
function toImageBody({ headers }: FastifyRequest, bytes: Buffer): ImageBody {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (!type.startsWith('image/'))
    throw new Problem(
      415,
      'unsupported_media_type',
      'The body is not an image: send image/png or image/svg+xml.',
    );
  return { type, bytes };
}

const isMultipart = (kind: BodyKind | undefined, text: string): boolean =>
  kind === 'multipart' && /content-disposition:/i.test(text);

/** Leaves every body unread until {@link ReadableBodyGuard} requests it. */
export function readBodiesAfterGuards(app: FastifyInstance, options: BodyOptions = {}): void {
  app.addHook('onRoute', (route) => {
    const limit = options.chooseLimit?.(route.url);
    if (limit !== undefined) route.bodyLimit = limit;
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    // the type of an empty body does not matter, and Fastify refuses an invalid media type before any parser
    if (!hasBody(request)) {
      if (headers['content-type'] !== undefined) delete headers['content-type'];
    } else if (!mediaType.test(headers['content-type'] ?? '')) headers['content-type'] = UNLABELLED;
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

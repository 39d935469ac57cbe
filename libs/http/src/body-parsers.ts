import { createParamDecorator, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { BadRequest, Problem } from '@app/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from './limits.js';
import { multipartFields } from './multipart.js';
import { parseForm } from './query-parser.js';
import { hasBody } from './unread-body.js';

export interface BodyOptions {
  /** Bytes of a body on this route; the setting MAX_BODY_BYTES unless told. */
  limitOf?: (url: string) => number | undefined;
  parseForm?: (text: string) => unknown;
  /** Routes whose body is read as urlencoded whatever it is labelled with, unless it is JSON or multipart. */
  formWhateverTheLabel?: (request: FastifyRequest) => boolean;
}

const unreadable = new WeakMap<FastifyRequest, Problem>();

/**
 * Refuses a request whose body cannot be read, after the guards before it: who may not come in is told that first.
 * What is too large is refused by its length, before anything is read.
 */
export class ReadableBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const problem = unreadable.get(context.switchToHttp().getRequest<FastifyRequest>());
    if (problem) throw problem;
    return true;
  }
}

const fromForms = new WeakSet<FastifyRequest>();

/** Whether the body came as a form, where numbers and booleans are texts. */
export const IsForm = createParamDecorator((_: unknown, context: ExecutionContext): boolean =>
  fromForms.has(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Refuses what is nested too deep or holds a list that is too long. */
function checkShape(value: unknown, limits: Limits, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  const { MAX_JSON_DEPTH, MAX_LIST_LENGTH } = limits;
  if (depth >= MAX_JSON_DEPTH)
    throw new BadRequest('invalid_json', `The body is nested deeper than ${MAX_JSON_DEPTH}.`);
  if (Array.isArray(value) && value.length > MAX_LIST_LENGTH)
    throw new BadRequest('invalid_json', `A list in the body is longer than ${MAX_LIST_LENGTH}.`);
  for (const inner of Object.values(value)) checkShape(inner, limits, depth + 1);
}

const dangerous = new Set(['__proto__', 'constructor', 'prototype']);
const withoutPrototypeKeys = (key: string, value: unknown): unknown =>
  dangerous.has(key) ? undefined : value;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withoutPrototypeKeys);
  } catch {
    throw new BadRequest('invalid_json', 'The body is not valid JSON.');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new BadRequest('invalid_encoding', 'The body is not valid UTF-8.');
  }
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/**
 * JSON, urlencoded and multipart bodies on every route; an empty body is no body, whatever it is labelled with.
 * Source: wire contract sections 1 and 2.
 */
export function registerBodyParsers(app: FastifyInstance, limits: Limits, options: BodyOptions = {}): void {
  const isFormAnyway = options.formWhateverTheLabel ?? (() => false);
  const parse = options.parseForm ?? ((text: string) => parseForm(text, limits.MAX_LIST_LENGTH));
  const checked = (value: unknown): unknown => {
    checkShape(value, limits);
    return value;
  };
  const form = (request: FastifyRequest, text: string): unknown => {
    fromForms.add(request);
    return checked(parse(text));
  };
  const guess = (request: FastifyRequest, text: string): unknown =>
    /^\s*[[{]/.test(text) ? checked(parseJson(text)) : form(request, text);
  const readers: Record<string, (request: FastifyRequest, text: string, body: Buffer) => unknown> = {
    json: (request, text) => (isFormAnyway(request) ? guess(request, text) : checked(parseJson(text))),
    form: (request, text) => (isFormAnyway(request) ? guess(request, text) : form(request, text)),
    async multipart(request, text, body) {
      if (isFormAnyway(request) && !/content-disposition:/i.test(text)) return guess(request, text);
      return form(request, await multipartAsForm(body, request.headers['content-type'] ?? '', limits));
    },
    other(request, text) {
      if (isFormAnyway(request)) return guess(request, text);
      throw new Problem(
        415,
        'unsupported_media_type',
        'The body must be JSON, urlencoded or multipart/form-data.',
      );
    },
  };
  const assertPlain = ({ headers }: FastifyRequest): void => {
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding.trim().toLowerCase() === 'identity' || coding.trim() === '') return;
    throw new Problem(
      415,
      'unsupported_media_type',
      'Compressed bodies are not read: send it without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } }, // RFC 9110 15.5.16
    );
  };
  const parseAs = (type: string | RegExp, reader: keyof typeof readers): void => {
    app.addContentTypeParser<Buffer>(
      type,
      { parseAs: 'buffer', bodyLimit: limits.MAX_BODY_BYTES },
      async (request: FastifyRequest, body: Buffer) => {
        try {
          assertPlain(request);
          return body.length === 0 ? undefined : await readers[reader]!(request, decode(body), body);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          unreadable.set(request, error);
          return undefined;
        }
      },
    );
  };

  app.addHook('onRoute', (route) => {
    const limit = options.limitOf?.(route.url);
    if (limit !== undefined) route.bodyLimit = limit;
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    // a label of nothing says nothing; and Fastify refuses one that is no media type before any parser sees it
    if (!hasBody(request)) {
      if (headers['content-type'] !== undefined) delete headers['content-type'];
    } else if (!mediaType.test(headers['content-type'] ?? ''))
      headers['content-type'] = 'application/octet-stream';
    done();
  });
  app.removeAllContentTypeParsers();
  parseAs(/^application\/([\w.+-]+\+)?json/i, 'json');
  parseAs(/^application\/x-www-form-urlencoded/i, 'form');
  parseAs(/^multipart\/form-data/i, 'multipart');
  parseAs('*', 'other');
}

/** Multipart fields as an urlencoded text, so that both go through one parser and names nest alike. */
async function multipartAsForm(body: Buffer, contentType: string, limits: Limits): Promise<string> {
  const fields = await multipartFields(body, contentType, limits.MAX_LIST_LENGTH);
  return fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

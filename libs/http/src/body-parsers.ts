import multipart from '@fastify/multipart';
import { BadRequest, Problem } from '@app/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxElements } from './query-parser.js';

export interface BodyOptions {
  /** Bytes. */
  bodyLimit: number;
  parseForm: (text: string) => unknown;
  /** Routes whose body is read as urlencoded whatever it is labelled with, unless it is JSON. */
  formWhateverTheLabel?: (request: FastifyRequest) => boolean;
}

const maxDepth = 20;

/** Refuses what is nested deeper than 20 or holds a list longer than 10,000. */
function checkShape(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw new BadRequest('invalid_json', `The body is nested deeper than ${maxDepth}.`);
  if (Array.isArray(value) && value.length > maxElements) {
    throw new BadRequest('invalid_json', `A list in the body is longer than ${maxElements}.`);
  }
  for (const inner of Object.values(value)) checkShape(inner, depth + 1);
}

const dangerous = new Set(['__proto__', 'constructor', 'prototype']);
const withoutPrototypeKeys = (key: string, value: unknown): unknown =>
  dangerous.has(key) ? undefined : value;

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text, withoutPrototypeKeys);
  } catch {
    throw new BadRequest('invalid_json', 'The body is not valid JSON.');
  }
  checkShape(value);
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new BadRequest('invalid_encoding', 'The body is not valid UTF-8.');
  }
}

/**
 * JSON, urlencoded and multipart bodies on every route; an empty body is no body.
 * Source: wire contract sections 1 and 2.
 */
export async function registerBodyParsers(app: FastifyInstance, options: BodyOptions): Promise<void> {
  const isFormAnyway = options.formWhateverTheLabel ?? (() => false);
  const form = (text: string): unknown => {
    const value = options.parseForm(text);
    checkShape(value);
    return value;
  };
  const read = (request: FastifyRequest, body: Buffer, kind: 'json' | 'form'): unknown => {
    if (body.length === 0) return undefined;
    const text = decode(body);
    if (isFormAnyway(request)) return /^\s*[[{]/.test(text) ? parseJson(text) : form(text);
    return kind === 'json' ? parseJson(text) : form(text);
  };
  const limits = { parseAs: 'buffer' as const, bodyLimit: options.bodyLimit };
  const parseAs = (
    type: string | RegExp,
    parse: (request: FastifyRequest, body: Buffer) => unknown,
  ): void => {
    app.addContentTypeParser<Buffer>(type, limits, (request, body, done) => {
      try {
        done(null, parse(request, body));
      } catch (error) {
        done(error as Error);
      }
    });
  };

  app.removeAllContentTypeParsers();
  parseAs(/^application\/([\w.+-]+\+)?json/i, (request, body) => read(request, body, 'json'));
  parseAs(/^application\/x-www-form-urlencoded/i, (request, body) => read(request, body, 'form'));
  await app.register(multipart, {
    limits: { fields: 200, parts: 200, files: 0, fieldSize: options.bodyLimit, headerPairs: 50 },
  });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readMultipart(request, form);
  });
  parseAs('*', (request, body) => {
    if (body.length === 0) return undefined;
    if (isFormAnyway(request)) return read(request, body, 'form');
    throw new Problem(
      415,
      'unsupported_media_type',
      'The body must be JSON, urlencoded or multipart/form-data.',
    );
  });
}

/** Multipart fields go through the same parser as urlencoded ones, so that names nest alike. */
async function readMultipart(request: FastifyRequest, form: (text: string) => unknown): Promise<unknown> {
  const pairs: string[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') throw new BadRequest('unexpected_file', 'No file is taken here.');
      pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new BadRequest('invalid_multipart', 'The multipart body cannot be read.');
  }
  return form(pairs.join('&'));
}

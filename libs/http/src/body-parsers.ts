import { BadRequest, Problem } from '@app/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { multipartFields } from './multipart.js';
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
  app.addContentTypeParser<Buffer>(
    /^multipart\/form-data/i,
    limits,
    async (request: FastifyRequest, body: Buffer) =>
      form(await multipartAsForm(body, request.headers['content-type'] ?? '')),
  );
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

/** Multipart fields as an urlencoded text, so that both go through one parser and names nest alike. */
async function multipartAsForm(body: Buffer, contentType: string): Promise<string> {
  decode(body); // no file is taken, so all of it must be text
  const fields = await multipartFields(body, contentType);
  return fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

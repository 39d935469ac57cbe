import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';

/** A shorter answer fits in one packet even without compression. */
const MIN_BYTES = 1_400;
const text = /^(text\/|application\/(json|x-ndjson)\b)/;
const gzipAccepted = /(^|,)\s*gzip\s*(;\s*q=(1(\.0*)?|0\.\d*[1-9]\d*)\s*)?(,|$)/i;

/**
 * Whether an answer reaches the page compressed: the text of a read, an export too, of which no length or a larger one
 * is known. The answer to a change stays as it is: a new secret may stand there beside what was sent.
 */
export function isCompressible(
  { method, headers }: FastifyRequest,
  answer: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
): boolean {
  if (method !== 'GET' || answer.statusCode !== 200 || answer.headers['content-encoding']) return false;
  const { 'content-type': type, 'content-length': length } = answer.headers;
  const isLong = length === undefined || Number(length) >= MIN_BYTES;
  return isLong && text.test(String(type)) && gzipAccepted.test(String(headers['accept-encoding'] ?? ''));
}

/** Compresses a body. It fails if the answer fails, and it ends the answer if the client goes away. */
export function compress(body: Readable): Readable {
  const gzip = createGzip();
  return pipeline(body, gzip, () => undefined); // the reader sees the error
}

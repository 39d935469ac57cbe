import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { UpstreamAnswer } from './upstream.js';

/** A shorter answer fits in one packet even without compression. */
const MIN_BYTES = 1_400;
const text = /^(text\/|application\/(json|x-ndjson)\b)/;
const gzipAccepted = /(^|,)\s*gzip\s*(;\s*q=(1(\.0*)?|0\.\d*[1-9]\d*)\s*)?(,|$)/i;
const compressWhole = promisify<Buffer, Buffer>(gzip);

/**
 * Whether to compress an answer: the text of a read or an export, unless it is known to be short. Answers to changes are
 * not compressed, because they may contain a new secret next to values of the request (BREACH).
 */
export function isCompressible(
  { method, headers }: FastifyRequest,
  answer: UpstreamAnswer<Buffer | Readable>,
): boolean {
  if (method !== 'GET' || answer.status !== 200 || answer.headers['content-encoding']) return false;
  const { 'content-type': type, 'content-length': length } = answer.headers;
  const isLong = length === undefined || Number(length) >= MIN_BYTES;
  return isLong && text.test(String(type)) && gzipAccepted.test(String(headers['accept-encoding'] ?? ''));
}

/** Compresses a body. A stream fails if the answer fails, and ends the answer if the client disconnects. */
export async function compress(body: Buffer | Readable): Promise<Buffer | Readable> {
  if (Buffer.isBuffer(body)) return compressWhole(body);
  return pipeline(body, createGzip(), () => undefined); // the reader sees the error
}

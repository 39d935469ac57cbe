import { MAX_BYTES_PER_CHARACTER, shortenHtml } from '@app/contracts';

/** Bytes of an event's data beyond which its description is shortened; other fields are bounded one by one. */
const MAX_DATA_BYTES = 64 * 1024;

/**
 * An event's object as JSON text, stored and sent byte by byte. Where it has more than 64 KiB, its description shows
 * only its beginning and `shortened` says so. A worker holds many events at a time, and receivers read the object.
 */
export function serializeEventData(data: object): string {
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) <= MAX_DATA_BYTES) return text;
  const { description } = data as { description?: unknown };
  if (typeof description !== 'string') return text;
  const otherBytes = Buffer.byteLength(JSON.stringify({ ...data, description: '' }));
  const room = Math.floor((MAX_DATA_BYTES - otherBytes) / MAX_BYTES_PER_CHARACTER);
  return JSON.stringify({ ...data, description: shortenHtml(description, room), shortened: ['description'] });
}

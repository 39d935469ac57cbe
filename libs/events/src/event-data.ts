import { MAX_BYTES_PER_CHARACTER, shortenHtml } from '@app/contracts';

/** If an event's data has more bytes, its description is shortened; all other fields have limits of their own. */
const MAX_DATA_BYTES = 64 * 1024;

/**
 * An event's object as JSON text, stored and sent byte by byte. If it has more than 64 KiB, its description is cut and
 * `shortened` is set: a worker buffers many events, and receivers can read the whole object from the API.
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

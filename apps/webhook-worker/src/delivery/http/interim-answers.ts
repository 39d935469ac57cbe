import type { Duplex } from 'node:stream';
import type { buildConnector } from 'undici';

const interim = /^HTTP\/1\.[01] 100[ \r]/;
const MAX_BEGINNING_LENGTH = 'HTTP/1.1 100 '.length;
/** Bytes of one `100 Continue` with its headers. */
const MAX_BYTES = 16 * 1024;

/**
 * A connector whose sockets drop `100 Continue`. Any client has to expect one (RFC 9110 15.2), but undici closes the
 * connection if it did not request it. The delivery would count as failed and be retried, although it arrived.
 */
export const withoutContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (target, callback) =>
    connect(target, (...opened: Parameters<typeof callback>) => {
      const [, socket] = opened;
      if (socket) skipContinue(socket);
      callback(...opened);
    });

/** Answers begin after something was written. */
function skipContinue(socket: Duplex): void {
  const read = socket.read.bind(socket) as () => Buffer | null;
  const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
  let bytesHeld: Buffer = Buffer.alloc(0);
  let isBeginning = false;
  socket.write = ((...parameters: unknown[]) => {
    isBeginning = true;
    return write(...parameters);
  }) as typeof socket.write;
  socket.read = () => {
    const chunk = read();
    if (!isBeginning || chunk === null) return chunk;
    bytesHeld = withoutLeading(Buffer.concat([bytesHeld, chunk]));
    if (isUndecided(bytesHeld)) return null;
    const rest = bytesHeld;
    bytesHeld = Buffer.alloc(0);
    isBeginning = false;
    return rest;
  };
}

/** Removes all complete `100 Continue` at the beginning. */
function withoutLeading(bytes: Buffer): Buffer {
  let rest = bytes;
  while (interim.test(readBeginning(rest))) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    rest = rest.subarray(end + 4);
  }
  return rest;
}

/** Whether more bytes are needed to decide if this is a `100 Continue`. */
function isUndecided(bytes: Buffer): boolean {
  if (bytes.length > MAX_BYTES) return false;
  const beginning = readBeginning(bytes);
  return interim.test(beginning) || 'HTTP/1.1 100 '.startsWith(beginning.replace('/1.0', '/1.1'));
}

const readBeginning = (bytes: Buffer): string => bytes.toString('latin1', 0, MAX_BEGINNING_LENGTH);

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The longest, in milliseconds, that a connection can count as having waited, however long they come without a break.
 */
const LONGEST_WAIT_MS = 1_000;

const arrivals = new WeakMap<object, number>();
const nowMs = (): number => performance.timeOrigin + performance.now();

/**
 * Records when each request reached this process. Node accepts one connection in a turn of its loop, so a request
 * whose connection is established may wait in the kernel while others are being handled: the first request of a
 * connection, if it was there in the turn after the accept, counts from the accept that began the unbroken series.
 * Every other one counts from when it was read, which is at the latest the turn after it came.
 */
export function noteArrivals(server: Server): void {
  /** Connections whose first request, if it was sent at once, has not been read yet. */
  const fresh = new WeakMap<Socket, number>();
  let rowBegan: number | undefined;
  let accepts = 0;

  server.on('connection', (socket: Socket) => {
    const now = nowMs();
    rowBegan = Math.max(rowBegan ?? now, now - LONGEST_WAIT_MS);
    fresh.set(socket, rowBegan);
    accepts += 1;
    const accept = accepts;
    // the second of them runs at the end of the next turn
    setImmediate(() =>
      setImmediate(() => {
        fresh.delete(socket);
        if (accept === accepts) rowBegan = undefined;
      }),
    );
  });
  server.prependListener('request', (request) => {
    arrivals.set(request, fresh.get(request.socket) ?? nowMs());
    fresh.delete(request.socket);
  });
}

/** When a request reached this process, by the process' own clock, in milliseconds since 1970. */
export const arrivalOf = (request: object): number => arrivals.get(request) ?? nowMs();

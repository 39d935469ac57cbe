/** Bytes of a body or an event that are not counted: request rates bound what is small. */
export const UNCOUNTED_BYTES = 4_096;

/** Counts what portals write, towards the limit `written_bytes`. */
export interface WrittenBytes {
  /**
   * Counts what a body or an event has above {@link UNCOUNTED_BYTES}; a smaller one is always accepted.
   * @throws Problem 429 when the portal has written all that it may in this day (UTC)
   */
  add(portalId: number, bytes: number): void;
}

/** Injects {@link WrittenBytes}; absent in programs that count nothing, such as the command line. */
export const WRITTEN_BYTES = Symbol('WrittenBytes');

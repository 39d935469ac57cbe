/** Bytes that a changing request counts besides its body, for what it writes besides its event. */
export const REQUEST_BYTES = 512;
/**
 * Bytes that a row of the audit log counts, several times its size: it stays more than ten times as long as an event.
 */
export const AUDIT_ROW_BYTES = 4_096;

/** Counts what portals write, towards the limit `written_bytes`. */
export interface WrittenBytes {
  /**
   * Counts bytes of a portal and of one of its applications, which alone may use half. The others, and those who repair
   * what it does, can always change something.
   * @param clientId by default of the current request; what people do on pages and the service by itself is not counted
   * @throws Problem 429 when either has written all that it may in this day (UTC)
   */
  add(portalId: number, bytes: number, clientId?: string): void;
}

/** Injects {@link WrittenBytes}; absent in programs that count nothing, such as the command line. */
export const WRITTEN_BYTES = Symbol('WrittenBytes');

/** Bytes that a changing request counts besides its body, for rows other than its event. */
export const REQUEST_BYTES = 512;
/**
 * Bytes that a row of the audit log counts. It is several times its size, because it is kept more than ten times as
 * long as an event.
 */
export const AUDIT_ROW_BYTES = 4_096;

/** Counts what portals write, towards the limit `written_bytes`. */
export interface WrittenBytes {
  /**
   * Counts bytes of a portal and of one of its applications, which alone may use half. Other applications, and
   * administrators who repair its changes, can therefore always write.
   * @param clientId by default of the current request; actions on pages and scheduled tasks are not counted
   * @throws Problem 429 when either has used up its bytes of this day (UTC)
   */
  add(portalId: number, bytes: number, clientId?: string): void;
}

/** Injects {@link WrittenBytes}; absent in programs that do not count, such as the command line. */
export const WRITTEN_BYTES = Symbol('WrittenBytes');

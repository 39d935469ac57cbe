/** The meaning of an error code, and advice for the caller. */
export interface ErrorCodeText {
  statuses: readonly number[];
  /** A sample `message` for the code; actual messages may be more specific. */
  message: string;
  remedy: string;
}

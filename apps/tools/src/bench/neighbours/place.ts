/** A portal that does not spare others. */
export interface LoudPortal {
  id: number;
  /** Of an application that is an administrator there. */
  token: string;
  /** Its learning objects, each with the longest description. */
  objects: number[];
}

/** All that the process with the load is told, as JSON. */
export interface Place {
  /** Name of its behaviour. */
  behaviour: string;
  auth: string;
  api: string;
  /** For the role that owns the database. */
  databaseUrl: string;
  portals: LoudPortal[];
  /** Where that process receives webhooks, slowly. */
  receiverPort: number;
}

/** What became of the load's requests. */
export interface Answers {
  /** How often each status was answered; `failed` for requests without an answer. */
  statuses: Record<string, number>;
  /** Milliseconds of the slowest request. */
  slowestMs: number;
  /** Requests that should have succeeded whatever else went on, and did not. */
  wronglyRefused: number;
}

/** The longest text that a description may be, in characters of three bytes. */
export const LONGEST_TEXT = '語'.repeat(100_000);

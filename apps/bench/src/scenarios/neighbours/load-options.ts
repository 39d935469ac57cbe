/** A portal of the benchmark, with an application that is an administrator there. */
export interface BenchPortal {
  id: number;
  client: { client_id: string; client_secret: string };
  token: string;
  /** Its learning objects, each with the longest description. */
  objects: number[];
}

/** The settings of the process with the load, which it gets as JSON. */
export interface LoadOptions {
  behaviour: string;
  auth: string;
  api: string;
  /** For the role that owns the database. */
  databaseUrl: string;
  /** The portals that cause the load. */
  portals: BenchPortal[];
  /** Where that process receives webhooks, slowly. */
  receiverPort: number;
}

export interface Answers {
  /** How often each status was answered; `failed` for requests without an answer. */
  statuses: Record<string, number>;
  /** Milliseconds of the slowest request. */
  slowestMs: number;
  /** Requests that should have succeeded whatever else went on, and did not. */
  wronglyRefused: number;
}

/** The longest text that a description may be, in characters of three bytes. */
export const MAX_TEXT = '語'.repeat(100_000);

/** The redirect URI of every application of the benchmark's portals. */
export const REDIRECT_URI = 'https://partner.example/callback';

import type { IncomingMessage } from 'node:http';

/** The answer that the harness sends instead of the console's server. */
export interface HarnessAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Milliseconds until it is sent. */
  delayMs?: number;
}

/** A request of a page. */
export interface HarnessRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** Which requests a usual answer is for, and what it is; parts of the path are handed to it. */
export type HarnessRoute = readonly [
  method: string,
  path: RegExp,
  answer: (request: HarnessRequest, ids: string[]) => HarnessAnswer,
];

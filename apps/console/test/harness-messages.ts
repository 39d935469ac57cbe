import type { IncomingMessage } from 'node:http';

/** What the harness sends instead of the console's server. */
export interface HarnessAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Milliseconds until it is sent. */
  delayMs?: number;
}

/** What a page has asked for. */
export interface HarnessRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}

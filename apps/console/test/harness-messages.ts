import type { IncomingMessage } from 'node:http';

/** The answer that the harness sends instead of the console's server. */
export interface HarnessAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
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

/** One of the usual answers. */
export const route = (...parts: HarnessRoute): HarnessRoute => parts;

/** A refusal in the envelope of the API. */
export const refusal = (status: number, code: string, more: Record<string, unknown> = {}): HarnessAnswer => ({
  status,
  body: {
    code: status,
    error_code: code,
    message: code,
    ref: '6f1c2a9e-4b7d-4f0a-9c3e-2d8b5a7e1f60',
    ...more,
  },
});

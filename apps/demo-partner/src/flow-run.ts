import { createHash, randomBytes } from 'node:crypto';
import type { HttpExchange } from './exchange.js';
import { flows, type FlowId, type Participant } from './flows.js';

/** A registered client that the demo partner uses. */
export interface PartnerClient {
  client_id: string;
  client_secret?: string | undefined;
  /** Absent for a client to which no browser returns. */
  redirect_uri?: string | undefined;
  what: string;
}

/** One attempt at a flow, with all of its requests. */
export interface FlowRun {
  flow: FlowId;
  client: PartnerClient;
  /** Number of steps in the drawing that have happened. */
  done: number;
  /** The URL to which the browser has been, or will be, redirected. */
  authorize?: string | undefined;
  /** The secret behind the code_challenge (RFC 7636). */
  verifier: string;
  returnedParameters: [name: string, value: string][];
  exchanges: HttpExchange[];
  refusal?: string | undefined;
}

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const createChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/**
 * Marks all steps up to and including the next one between these two.
 * @throws Error when the drawing has no such step
 */
export function lightStep(run: FlowRun, from: Participant, to: Participant): void {
  const { steps } = flows[run.flow];
  const next = steps.findIndex((step, index) => index >= run.done && step.from === from && step.to === to);
  if (next === -1) throw new Error(`The drawing of ${run.flow} has no further step from ${from} to ${to}.`);
  run.done = next + 1;
}

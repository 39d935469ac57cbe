import { createHash, randomBytes } from 'node:crypto';
import type { HttpExchange } from './exchange.js';
import { flows, type FlowId, type Participant } from './flows.js';

/** A registered client that the demo partner acts as. */
export interface PartnerClient {
  client_id: string;
  client_secret?: string | undefined;
  /** Absent for a client to which no browser returns. */
  redirect_uri?: string | undefined;
  what: string;
}

/** One attempt at a flow, and all that has happened in it. */
export interface FlowRun {
  flow: FlowId;
  client: PartnerClient;
  /** How many steps of the drawing have happened. */
  done: number;
  /** Where the browser has been sent, or is to be sent. */
  authorize?: string | undefined;
  /** The secret behind the code_challenge (RFC 7636). */
  verifier: string;
  /** The parameters that the browser brought. */
  brought: [name: string, value: string][];
  exchanges: HttpExchange[];
  /** Why it has ended before its last step. */
  refusal?: string | undefined;
}

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const createChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/**
 * Lights the steps up to the next one between these two, and that one.
 * @throws Error when the drawing has none any more
 */
export function lightStep(run: FlowRun, from: Participant, to: Participant): void {
  const { steps } = flows[run.flow];
  const index = steps.findIndex((step, place) => place >= run.done && step.from === from && step.to === to);
  if (index === -1) throw new Error(`The drawing of ${run.flow} has no further step from ${from} to ${to}.`);
  run.done = index + 1;
}

import { unixSeconds } from '@app/kernel';
import type { Signer } from '../signer.js';

/** Days that a package works: more than a school year, because packages are not exchanged while a course runs. */
export const LAUNCH_TOKEN_DAYS = 365;

export interface Launch {
  portalId: number;
  loId: number;
  /** Incremented when the packages of this object in this portal are ended. */
  generation: number;
  /** Incremented when all packages of this portal are ended. */
  portalGeneration: number;
  /** The account that downloaded the package; null in older packages. Any learner can use it. */
  accountId: number | null;
  issued: Date;
}

/** The first tokens had neither the portal's generation nor an account; packages stay in an LMS for years. */
const FIRST_KIND = 'launch';
const KIND = 'launch2';

/**
 * The token by which a package identifies itself: valid only for this object and portal, at most 255 characters of
 * `A-Za-z0-9._-` (contract 4.14).
 */
export function launchToken(signer: Signer, launch: Launch & { accountId: number }): string {
  const { portalId, loId, generation, portalGeneration, accountId, issued } = launch;
  const content = [KIND, portalId, loId, generation, portalGeneration, accountId, unixSeconds(issued)].join(
    '.',
  );
  return `${content}.${signer.sign('launch', content)}`;
}

/** Undefined if this service did not issue it. */
export function readLaunchToken(signer: Signer, token: string): Launch | undefined {
  const match = /^((launch2?)((?:\.\d{1,12}){4}|(?:\.\d{1,12}){6}))\.([A-Za-z0-9_-]{43})$/.exec(token);
  if (!match || !signer.isSigned('launch', match[1]!, match[4]!)) return undefined;
  const numbers = match[3]!.slice(1).split('.').map(Number);
  if (match[2] === FIRST_KIND && numbers.length === 4) {
    const [portalId, loId, generation, issued] = numbers as [number, number, number, number];
    return { portalId, loId, generation, portalGeneration: 0, accountId: null, issued: time(issued) };
  }
  if (match[2] === KIND && numbers.length === 6) {
    const [portalId, loId, generation, portalGeneration, accountId, issued] = numbers as Numbers;
    return { portalId, loId, generation, portalGeneration, accountId, issued: time(issued) };
  }
  return undefined;
}

type Numbers = [number, number, number, number, number, number];

const time = (seconds: number): Date => new Date(seconds * 1000);

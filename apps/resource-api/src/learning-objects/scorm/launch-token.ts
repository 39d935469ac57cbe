import { unixSeconds } from '@app/kernel';
import type { Signer } from '../signer.js';

export interface Launch {
  portalId: number;
  loId: number;
  /** Raised when the packages of this object in this portal are revoked. */
  generation: number;
  issued: Date;
}

const kind = 'launch';

/**
 * What a package shows itself with: for this object and portal alone, at most 255 characters of `A-Za-z0-9._-`
 * (wire contract 4, scorm).
 */
export function launchToken(signer: Signer, launch: Launch): string {
  const content = [kind, launch.portalId, launch.loId, launch.generation, unixSeconds(launch.issued)].join(
    '.',
  );
  return `${content}.${signer.sign('launch', content)}`;
}

/** undefined: it is none of ours. */
export function readLaunchToken(signer: Signer, token: string): Launch | undefined {
  const match = /^(launch\.(\d{1,10})\.(\d{1,10})\.(\d{1,10})\.(\d{1,12}))\.([A-Za-z0-9_-]{43})$/.exec(token);
  if (!match || !signer.isSigned('launch', match[1]!, match[6]!)) return undefined;
  return {
    portalId: Number(match[2]),
    loId: Number(match[3]),
    generation: Number(match[4]),
    issued: new Date(Number(match[5]) * 1000),
  };
}

import { Conflict } from '@app/kernel';
import type { Limit } from './limit.js';
import { limits, type LimitName } from './limits.js';

export function limitText(name: LimitName): string {
  const { per, most, what, counted }: Limit = limits[name];
  const window = counted === 'all there are' ? '' : ` and ${counted.replace(/^an? /, '')}`;
  return `Limit per ${per}${window}: ${most.toLocaleString('en')} ${what}.`;
}

/** 409 `limit_reached`: the limit leaves no more; nothing was changed. Names the limit and its value. */
export class LimitReached extends Conflict {
  constructor(name: LimitName) {
    super('limit_reached', limitText(name), { limit: name, most: limits[name].most });
  }
}

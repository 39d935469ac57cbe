import { Conflict } from '@app/kernel';
import { limits, type Limit, type LimitName } from './limits.js';

/** 409 `limit_reached`: there is no room for more; nothing was changed. Names the limit and its number. */
export class LimitReached extends Conflict {
  constructor(name: LimitName) {
    const { per, most, what, counted }: Limit = limits[name];
    const window = counted === 'all there are' ? '' : ` ${counted}`;
    super('limit_reached', `There are at most ${most.toLocaleString('en')} ${what} per ${per}${window}.`, {
      limit: name,
      most,
    });
  }
}

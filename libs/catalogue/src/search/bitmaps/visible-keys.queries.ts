import { sql, type Statement } from '@app/database';
import type { PortalVisibility } from '../../visibility.queries.js';
import { PREMIUM } from './packing.queries.js';

/** What a portal sees when it wants premium content, too. */
export interface VisibleKeys {
  /** Keys whose documents it sees. */
  keys: string[];
  /** What else it sees, over `learning.search_doc d`: too little for bitmaps, and found by indexes. */
  others: Statement[];
}

const ownKey = ({ portalId }: PortalVisibility) => `=${portalId}`;
const draftsKey = ({ portalId }: PortalVisibility) => `-${portalId}`;
const audienceKey = (id: number) => `@${id}`;

/** The keys that may have bitmaps for this portal. */
export const keysOfPortal = (visibility: PortalVisibility): string[] => [
  ownKey(visibility),
  draftsKey(visibility),
  ...visibility.audience.map(audienceKey),
];

/** {@link visibleTo} with premium content, in keys; `learning.bitmap_keys_of` says which documents have which. */
export function visibleKeys(visibility: PortalVisibility, hasBitmaps: (key: string) => boolean): VisibleKeys {
  const { portalId, seesDrafts, audience } = visibility;
  const keys = [PREMIUM];
  const others: Statement[] = [];
  const own = sql`d.owner_portal = ${portalId} and not (d.shared and d.premium)`;
  if (hasBitmaps(ownKey(visibility))) keys.push(ownKey(visibility));
  else others.push(sql`${own} and d.shared`);
  if (seesDrafts) {
    if (hasBitmaps(draftsKey(visibility))) keys.push(draftsKey(visibility));
    else others.push(sql`${own} and not d.shared`);
  }
  keys.push(...audience.map(audienceKey).filter(hasBitmaps));
  const rare = audience.filter((id) => !hasBitmaps(audienceKey(id)));
  if (rare.length > 0) others.push(sql`d.audience && ${rare}::int[] and not d.premium`);
  return { keys, others };
}

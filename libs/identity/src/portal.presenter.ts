import { wireTime } from '@app/contracts';
import type { PortalRow } from './portal.queries.js';
import type { Portal } from './portal.schema.js';

/**
 * @param activeUsers active people of the portal
 * @param showsPrice whether the caller administers the portal
 */
export function presentPortal(portal: PortalRow, activeUsers: number, showsPrice: boolean): Portal {
  const { plan } = portal;
  return {
    id: portal.id,
    name: portal.name,
    url: portal.name,
    title: portal.title,
    features: portal.features,
    plan: {
      name: plan.name ?? 'Free',
      type: plan.type ?? 'free',
      region: plan.region ?? 'EU',
      renewal_date: plan.renewal_date ?? null,
      active_user_count: activeUsers,
      licensed_user_count: plan.licensed_user_count ?? 0,
      pricing: showsPrice
        ? (plan.pricing ?? { currency: 'EUR', price: 0, tax: 0, tax_included: false })
        : null,
    },
    created_time: wireTime(portal.created_time),
  };
}

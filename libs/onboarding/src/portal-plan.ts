import type { PortalPlan } from '@app/identity';
import { utcDay } from '@app/kernel';
import type { NewPortal } from './new-portal.js';

/** The plan of a new portal: its preset's, with the purchased seats and the first renewal. */
export function planPortal(
  preset: PortalPlan,
  newPortal: Pick<NewPortal, 'seats' | 'customer'>,
  now: Date,
): PortalPlan {
  const { billingInterval } = newPortal.customer;
  return {
    ...preset,
    type: preset.type ?? billingInterval,
    renewal_date: renewal(now, billingInterval),
    licensed_user_count: newPortal.seats ?? preset.licensed_user_count ?? 0,
  };
}

/** A month or a year later; the last day of a shorter month. */
function renewal(now: Date, interval: NewPortal['customer']['billingInterval']): string {
  const months = interval === 'annual' ? 12 : 1;
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth() + months, now.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month, Math.min(day, lastDay))));
}

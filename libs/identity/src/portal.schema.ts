import { Pricing, WireTime } from '@app/contracts';
import { z } from 'zod';

/** A portal, for the examples of the OpenAPI document. */
export const portalExample = {
  id: 1,
  name: 'acme.learning.localhost',
  url: 'acme.learning.localhost',
  title: 'Acme Academy',
  features: ['login_links'],
  plan: {
    name: 'Business',
    type: 'annual',
    region: 'EU',
    renewal_date: '2027-01-01',
    active_user_count: 63,
    licensed_user_count: 100,
    pricing: { currency: 'EUR', price: 4900, tax: 19, tax_included: false },
  },
  created_time: '2024-01-15T09:00:00+00:00',
};

/** A portal in the answers of `GET /v2/account` and `POST /v2/onboard`. */
export const Portal = z
  .object({
    id: z.int(),
    name: z.string().describe('Host name of the portal.'),
    url: z.string().describe('Host name, without a scheme.'),
    title: z.string(),
    features: z.array(z.string()).describe('Features that are switched on.'),
    plan: z
      .object({
        name: z.string(),
        type: z.string(),
        region: z.string(),
        renewal_date: z.string().nullable(),
        active_user_count: z.int().describe('Active people, that is, the seats in use.'),
        licensed_user_count: z.int(),
        pricing: Pricing.nullable().describe('For administrators; null for others.'),
      })
      .meta({ id: 'Plan' }),
    created_time: WireTime,
  })
  .meta({
    id: 'Portal',
    example: portalExample,
  });
export type Portal = z.output<typeof Portal>;

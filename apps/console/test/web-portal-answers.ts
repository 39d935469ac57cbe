import { limits as limitTable, type Limit } from '@app/limits';
import type { components } from '../../../clients/typescript/src/generated/resource-api.js';
import { branding } from './web-answers.js';

type Schemas = components['schemas'];

export const portal: Schemas['Portal'] = {
  id: 1,
  name: 'acme.learning.example',
  title: 'Acme Academy',
  url: 'acme.learning.example',
  features: ['login_links', 'content_provider'],
  created_time: '2025-03-04T08:00:00+00:00',
  plan: {
    name: 'Business',
    type: 'paid',
    region: 'eu',
    licensed_user_count: 500,
    active_user_count: 431,
    renewal_date: '2027-03-04',
    pricing: { currency: 'EUR', price: 4_900, tax: 931, tax_included: false },
  },
};

/** Of each limit some is used; what the database does not count is null. */
const usedLimits: Record<string, number | null> = {
  webhooks: 5,
  custom_fields: 88,
  accounts: 12_408,
  ...Object.fromEntries(
    [
      'branding_image_bytes',
      'exports',
      'languages',
      'onboarded_people',
      'scrolled_hits',
      'scrolls_of_portal',
      'words',
      'written_bytes',
    ].map((name) => [name, null]),
  ),
};

const portalLimits = Object.entries<Limit>(limitTable).filter(([, { per }]) => per.startsWith('portal'));

/** Names of the limits that the API lists. */
export const portalLimitNames = portalLimits.map(([name]) => name);

export const usedPortalLimits: Schemas['PortalLimitList'] = {
  total: portalLimits.length,
  hits: portalLimits.map(([limit, { what, most, counted }]) => ({
    limit,
    what,
    most,
    per: counted === 'a day' ? 'portal and day' : 'portal',
    used: limit in usedLimits ? usedLimits[limit]! : Math.floor(most / 7),
    resets_time: counted === 'a day' ? '2026-11-28T00:00:00+00:00' : null,
  })),
};

/** Where the harness serves a logo. */
export const LOGO_PATH = '/branding/logo.svg';
export const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><rect width="160" height="40" rx="8" fill="#7a3df0"/><circle cx="24" cy="20" r="10" fill="#ffd166"/><path d="M48 20h96" stroke="#fff" stroke-width="8"/></svg>';

export const brandingWithLogo: Schemas['Branding'] = {
  ...branding,
  logo: { url: LOGO_PATH },
  favicon: { url: LOGO_PATH },
};

const definition = (key: string, description: string): Schemas['ConfigurationDefinition'] => ({
  key,
  type: 'boolean',
  default: false,
  description,
});

export const definitions: Schemas['ConfigurationDefinitionList'] = {
  total: 4,
  hits: [
    definition('approved_applications_only', 'With true, people connect only approved applications.'),
    definition('pay_per_seat', 'With true, active people are not limited.'),
    definition('require_second_factor', 'With true, administrators need a second factor.'),
    definition('quiet_nights', 'With true, nobody gets a mail at night.'),
  ],
};

export const configuration: Schemas['Configuration'] = {
  require_second_factor: true,
  pay_per_seat: false,
  default_language: 'en',
  theme_size: 12,
};

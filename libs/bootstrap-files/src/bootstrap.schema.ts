import { defaultScopes, RoleName, Scope, scopes, type Scope as ScopeName } from '@app/contracts';
import { clientSecretGrammar, firstPartyProblem, idTokenAlgs, isFitForSpecial } from '@app/clients';
import { customFieldTypes, Email } from '@app/identity';
import { limits } from '@app/limits';
import { z } from 'zod';

const Variable = z.strictObject({ env: z.string().regex(/^[A-Z][A-Z0-9_]*$/) });
/** A secret: written out (in a file marked `demo`) or by reference to an environment variable. */
const Secret = z.union([z.string().min(1), Variable]);
const ClientSecret = z.union([
  z.string().regex(clientSecretGrammar, 'must be of A-Z a-z 0-9 . _ ~ -'),
  Variable,
]);
export type Secret = z.output<typeof Secret>;

const Host = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name in lower case');
const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/);
const Text = z.string().normalize().min(1).max(255);

const Plan = z.strictObject({
  name: Text,
  type: Text,
  region: Text,
  renewal_date: z.iso.date().optional(),
  licensed_user_count: z.int().min(0),
  pricing: z
    .strictObject({
      currency: z.string().length(3),
      price: z.number(),
      tax: z.number(),
      tax_included: z.boolean(),
    })
    .optional(),
});

/** A field that a portal defines for its people; a choice has options. */
export const CustomField = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and underscores'),
    type: z.enum(customFieldTypes),
    options: z.array(Text).max(200).optional(),
  })
  .refine(({ type, options = [] }) => (type === 'choice') === options.length > 0, {
    path: ['options'],
    message: 'only a choice has options, and it needs them',
  });

const Portal = z.strictObject({
  id: z.int().positive().optional(),
  host: Host,
  name: Text,
  title: Text,
  type: z
    .enum(['customer', 'content_partner', 'distribution_partner'])
    .optional()
    .describe('A new portal is a customer by default; an existing one keeps its type.'),
  parent: Host.optional(),
  features: z
    .array(Slug.or(z.string().regex(/^[a-z_]+$/)))
    .optional()
    .describe('The complete list; by default an existing portal keeps its features.'),
  plan: Plan.optional(),
  configuration: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  custom_fields: z.array(CustomField).default([]),
});

const Person = z.strictObject({
  email: Email,
  first_name: Text,
  last_name: Text,
  password: Secret.optional().describe('Of a new person.'),
  accounts: z.array(
    z.strictObject({
      portal: Host,
      roles: z.array(RoleName).default(['Learner']),
      managers: z.array(Email).default([]),
      custom_fields: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

/** A list of scopes, `all`, or `all but app`. */
const Scopes = z
  .union([z.array(Scope), z.literal('all'), z.literal('all but app')])
  .transform((value): readonly ScopeName[] =>
    value === 'all'
      ? scopes
      : value === 'all but app'
        ? scopes.filter((scope) => !scope.startsWith('app.'))
        : value,
  )
  .default(defaultScopes);

/** A URL, or a path below the URL in an environment variable, or else `default`. */
const Address = z.union([
  z.string(),
  Variable.extend({ path: z.string().startsWith('/'), default: z.url().optional() }),
]);
export type Address = z.output<typeof Address>;

const Client = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9._~-]{1,100}$/),
    name: z.string().min(1).max(100),
    secret: ClientSecret.optional().describe('At least 24 characters in production.'),
    portal: Host.optional().describe('Without one the client is for every portal that approves it.'),
    redirect_uri: Address.optional().describe('The one address to which people come back after a sign-in.'),
    redirect_uris: z
      .array(Address)
      .min(1)
      .max(limits.redirect_uris.most)
      .optional()
      .describe('Several addresses, instead of `redirect_uri`.'),
    post_logout_redirect_uris: z
      .array(Address)
      .max(limits.post_logout_redirect_uris.most)
      .optional()
      .describe('The addresses to which people come back after a sign-out.'),
    scopes: Scopes,
    grants: z.array(z.string()).optional(),
    special: z.boolean().default(false),
    first_party: z
      .boolean()
      .default(false)
      .describe(
        'An application of the operator. Portals need not approve it but can block it, and its consent page names the service.',
      ),
    token_requests_per_minute: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('Replaces `TOKEN_REQUESTS_PER_MINUTE`.'),
    introspects_all: z.boolean().default(false),
    sends_iss: z.boolean().default(true),
    id_token_alg: z.enum(idTokenAlgs).optional().describe('RS256 by default.'),
    approvals: z
      .array(
        z.strictObject({
          portal: Host,
          scopes: Scopes,
          acts_for_people: z.boolean().default(false),
          for_administrators: z.boolean().default(false),
          makes_portals: z.boolean().default(false),
        }),
      )
      .default([])
      .describe('What portals allow a client without a portal to do for itself; existing ones are kept.'),
  })
  .refine(({ portal, approvals }) => portal === undefined || approvals.length === 0, {
    path: ['approvals'],
    message: 'are for clients without a portal',
  })
  .refine(({ redirect_uri, redirect_uris }) => redirect_uri === undefined || redirect_uris === undefined, {
    path: ['redirect_uris'],
    message: 'take the place of redirect_uri',
  })
  .refine(({ secret, introspects_all }) => secret !== undefined || !introspects_all, {
    path: ['introspects_all'],
    message: 'needs a secret, because anyone can pose as a client without one',
  })
  .refine(({ special, secret, grants }) => !special || isFitForSpecial(secret !== undefined, grants), {
    path: ['special'],
    message: 'needs a secret, and grants without implicit',
  })
  .superRefine(({ first_party, secret, portal, special }, context) => {
    const problem = firstPartyProblem(secret !== undefined, portal !== undefined, special);
    if (first_party && problem !== undefined)
      context.addIssue({ code: 'custom', path: ['first_party'], message: problem });
  });

const Subscription = z.strictObject({ portal: Host, licenses: z.int().min(-1), package: Text.optional() });
const Item = z.strictObject({ provider: Slug, external_id: z.string() });

const licensing = { licenses: z.int().min(-1), package: Text.optional() };

/** A template for new portals, named by its creation path. */
export const Preset = z.strictObject({
  creation_path: Slug,
  name: Text,
  features: z.array(z.string()).default([]),
  plan: Plan.partial().default({}),
  /** The subscriptions of a new portal. */
  content_groups: z.array(z.strictObject({ slug: Slug, ...licensing })).default([]),
  collections: z.array(z.strictObject({ portal: Host, slug: Slug, ...licensing })).default([]),
});

/** The format that `apply -f` reads: portals, people, clients, presets and entitlements. */
export const Bootstrap = z.strictObject({
  demo: z
    .boolean()
    .default(false)
    .describe('The file has public secrets; refused in production unless ALLOW_DEMO_DATA=true.'),
  portals: z.array(Portal).default([]),
  people: z.array(Person).default([]),
  clients: z.array(Client).default([]),
  presets: z.array(Preset).default([]),
  providers: z
    .array(z.strictObject({ slug: Slug, portal: Host, name: Text, logo: z.url().optional() }))
    .default([]),
  content_groups: z
    .array(
      z.strictObject({
        slug: Slug,
        portal: Host,
        name: Text,
        subscriptions: z.array(Subscription).default([]),
      }),
    )
    .default([]),
  collections: z
    .array(
      z.strictObject({
        portal: Host,
        name: Text,
        slug: Slug,
        items: z.array(Item).default([]),
        subscriptions: z.array(Subscription).default([]),
      }),
    )
    .default([]),
  licences: z
    .array(Item.extend({ portal: Host, licenses: z.int().min(-1), package: Text.optional() }))
    .default([]),
});
export type Bootstrap = z.output<typeof Bootstrap>;
export type ClientEntry = Bootstrap['clients'][number];

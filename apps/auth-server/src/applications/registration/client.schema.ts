import {
  Integer,
  paging,
  Text,
  unset,
  WireTime,
  windowError,
  withinWindow,
  listFrom,
  listSchema,
  Words,
} from '@app/contracts';
import { idTokenAlgs, MAX_GRACE_SECONDS } from '@app/clients';
import { limits } from '@app/limits';
import { z } from 'zod';
import { redirectUriProblem } from '../clients/index.js';

/** Characters that reverse or hide text must not be in a name on which people base decisions. */
const unfit = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const ClientName = Words.refine((text) => text.trim().length > 0, 'must not be blank')
  .refine((text) => text.length <= 100, 'must have at most 100 characters')
  .refine((text) => !unfit.test(text), 'must not contain control or direction characters');

const RedirectUri = Text.superRefine((text, context) => {
  // the service checks the setting that lists hosts allowed without https
  const problem = redirectUriProblem(text, 'any');
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

const isWithoutRepeats = (all: readonly string[]): boolean => new Set(all).size === all.length;

const isShort = (all: readonly string[]): boolean =>
  Buffer.byteLength(JSON.stringify(all)) <= limits.redirect_uri_bytes.most;
const TOO_LONG = `must have at most ${limits.redirect_uri_bytes.most.toLocaleString('en')} bytes together, as JSON`;

const RedirectUris = listFrom(RedirectUri, limits.redirect_uris.most)
  .refine((all) => all.length > 0, 'must not be empty')
  .refine(isShort, TOO_LONG)
  .refine(isWithoutRepeats, 'contains an address twice');
const PostLogoutRedirectUris = listFrom(RedirectUri, limits.post_logout_redirect_uris.most)
  .refine(isShort, TOO_LONG)
  .refine(isWithoutRepeats, 'contains an address twice')
  .describe('All addresses to which people may come back after a sign-out; an empty list removes them.');

/** The fields for addresses, the same in both bodies. */
interface GivenRedirectUris {
  redirect_uri?: string | undefined;
  redirect_uris?: readonly string[] | undefined;
}

const FIRST_DIFFERS = { path: ['redirect_uri'], message: 'must be the first of redirect_uris' };
const isFirst = ({ redirect_uri: first, redirect_uris: all }: GivenRedirectUris): boolean =>
  first === undefined || all === undefined || all[0] === first;
const ADDRESS_MISSING = { path: ['redirect_uri'], message: 'is required' };
const hasAddress = ({ redirect_uri: first, redirect_uris: all }: GivenRedirectUris): boolean =>
  first !== undefined || all !== undefined;

const Status = Integer.pipe(z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' }));
const Jwks = z
  .preprocess(
    (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
    Text.max(20_000),
  )
  .describe(
    'JWK Set of public keys for service_jwt (extension), as text or as the object itself; it replaces the previous one. A key without a `kid` gets its RFC 7638 thumbprint.',
  );

const IdTokenAlg = z
  .enum(idTokenAlgs)
  .describe(
    'How ID tokens are signed: `RS256`, which every library knows, or `ES256`, as access tokens are where this server signs them so.',
  );

export const ListClientsQuery = z
  .object({
    portal_name: Text.optional().describe('All clients of this portal; by default your own unbound ones.'),
    ...paging(10),
  })
  .refine(withinWindow, windowError);
export type ListClientsQuery = z.output<typeof ListClientsQuery>;

const newClient = {
  redirect_uri: unset(RedirectUri).describe(
    'Where people come back to after a sign-in; not needed with `redirect_uris`.',
  ),
  redirect_uris: unset(RedirectUris).describe('Several such addresses; the first is its `redirect_uri`.'),
  post_logout_redirect_uris: unset(PostLogoutRedirectUris),
  client_name: ClientName,
  jwks: unset(Jwks),
  id_token_alg: unset(IdTokenAlg),
};

/** A client of the token's portal. */
export const CreateOwnClient = z
  .object(newClient)
  .refine(hasAddress, ADDRESS_MISSING)
  .refine(isFirst, FIRST_DIFFERS);

export const CreateClient = z
  .object({
    portal_name: unset(Text).describe('Makes a client that is bound to this portal.'),
    ...newClient,
  })
  .refine(hasAddress, ADDRESS_MISSING)
  .refine(isFirst, FIRST_DIFFERS)
  .meta({
    id: 'CreateClient',
    example: { client_name: 'Course Finder', redirect_uri: 'https://partner.example/callback' },
  });
export type CreateClient = z.output<typeof CreateClient>;

export const ChangeClient = z
  .object({
    status: unset(Status),
    redirect_uri: unset(RedirectUri).describe('Replaces the first address; further ones stay.'),
    redirect_uris: unset(RedirectUris).describe('Replaces all addresses; the first is its `redirect_uri`.'),
    post_logout_redirect_uris: unset(PostLogoutRedirectUris),
    client_name: unset(ClientName),
    jwks: unset(Jwks),
    id_token_alg: unset(IdTokenAlg),
  })
  .refine(isFirst, FIRST_DIFFERS)
  .meta({ id: 'ChangeClient', example: { status: 0 } });
export type ChangeClient = z.output<typeof ChangeClient>;

export const RegenerateSecret = z
  .object({
    grace_seconds: Integer.pipe(z.int().min(0).max(MAX_GRACE_SECONDS))
      .default(0)
      .describe('How long the old secret keeps working, in seconds.'),
  })
  .meta({ id: 'RegenerateSecret', example: { grace_seconds: 3600 } });
export type RegenerateSecret = z.output<typeof RegenerateSecret>;

/** A secret, for the examples of the OpenAPI document. */
export const SECRET_EXAMPLE = 'cs_20260131_abcdefghijklmnopqrstuvwxyzABCDEF';

const clientExample = {
  client_id: 'course-finder',
  client_name: 'Course Finder',
  redirect_uri: 'https://partner.example/callback',
  status: 1 as const,
  id_token_alg: 'RS256' as const,
  portal_name: null,
  created_time: '2026-01-31T06:29:13+00:00',
};

export const ClientAnswer = z
  .object({
    client_id: z.string(),
    client_name: z.string(),
    redirect_uri: z.string().nullable(),
    redirect_uris: z
      .array(z.string())
      .optional()
      .describe('Of a client with several: `redirect_uri`, and the others in alphabetical order.'),
    post_logout_redirect_uris: z.array(z.string()).optional().describe('Of a client that has any.'),
    status: z.union([z.literal(0), z.literal(1)]),
    id_token_alg: IdTokenAlg,
    portal_name: z.string().nullable(),
    created_time: WireTime,
  })
  .meta({ id: 'Client', example: clientExample });
export type ClientAnswer = z.output<typeof ClientAnswer>;

/** The only response that contains a secret. */
export const ClientWithSecret = ClientAnswer.extend({ client_secret: z.string() }).meta({
  id: 'ClientWithSecret',
  example: { ...clientExample, client_secret: SECRET_EXAMPLE },
});
export type ClientWithSecret = z.output<typeof ClientWithSecret>;

export const ClientList = listSchema(ClientAnswer, 'ClientList');
export type ClientList = z.output<typeof ClientList>;

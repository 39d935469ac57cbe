import { RoleEnum, type OpenidScope } from '@app/contracts';
import { unixSeconds } from '@app/kernel';
import { z } from 'zod';
import type { OpenidAccount } from './openid.queries.js';

/** The claims about a person (OpenID Connect Core 5.1 and 5.4), in ID tokens and at the UserInfo endpoint. */
export const OpenidClaims = z
  .object({
    sub: z.string().describe('Account id as text, as in access tokens.'),
    portal_id: z.int(),
    portal_name: z.string(),
    name: z.string().optional().describe('This and the next five with `profile`.'),
    given_name: z.string().optional(),
    family_name: z.string().optional(),
    locale: z.string().optional(),
    picture: z.string().optional().describe('Absent without one.'),
    updated_at: z.int().optional().describe('Seconds since 1970.'),
    email: z.string().optional().describe('This and the next with `email`.'),
    email_verified: z
      .boolean()
      .optional()
      .describe('Whether the person has proven the address and accepted the account.'),
    preferred_username: z.string().optional().describe('The address, with both `profile` and `email`.'),
    roles: z.array(RoleEnum).optional().describe('In this portal, with `roles`.'),
  })
  .meta({
    id: 'OpenidClaims',
    example: {
      sub: '12',
      portal_id: 1,
      portal_name: 'acme.learning.localhost',
      name: 'Ana Silva',
      given_name: 'Ana',
      family_name: 'Silva',
      locale: 'en',
      updated_at: 1769840923,
      email: 'ana.silva@acme.example',
      email_verified: true,
      preferred_username: 'ana.silva@acme.example',
      roles: ['Learner'],
    },
  });
export type OpenidClaims = z.output<typeof OpenidClaims>;

/** @param granted the scopes whose claims may be included */
export const createClaims = (account: OpenidAccount, granted: ReadonlySet<string>): OpenidClaims => ({
  sub: String(account.accountId),
  portal_id: account.portalId,
  portal_name: account.portalName,
  ...(granted.has('profile' satisfies OpenidScope) && {
    name: `${account.firstName} ${account.lastName}`.trim(),
    given_name: account.firstName,
    family_name: account.lastName,
    locale: account.locale,
    ...(account.picture !== null && { picture: account.picture }),
    updated_at: unixSeconds(account.updatedTime),
  }),
  ...(granted.has('email' satisfies OpenidScope) && {
    email: account.email,
    email_verified: account.isEmailVerified,
    ...(granted.has('profile' satisfies OpenidScope) && { preferred_username: account.email }),
  }),
  ...(granted.has('roles' satisfies OpenidScope) && { roles: account.roles }),
});

import {
  CountryCode,
  Flag,
  Id,
  inAnyCase,
  Integer,
  list,
  many,
  Text,
  withAdvice,
  Words,
} from '@app/contracts';
import { Email, Name, Portal, portalExample, User, userExample } from '@app/identity';
import { limits } from '@app/limits';
import { billingIntervals } from '@app/onboarding';
import { z } from 'zod';
import { Password } from '../users/index.js';

const mostPeople = limits.onboarded_people.most;
const isFew = (people: readonly unknown[]): boolean => people.length <= mostPeople;

const Accepted = Flag.refine((accepted) => accepted, 'must be accepted');
const NEW_PORTAL = 'initech.learning.localhost';

const Consent = z
  .object({
    term_privacy: Accepted.describe('Must be true.'),
    term_tos: Accepted.describe('Must be true.'),
    term_collection: Flag.describe('Stored as sent.'),
  })
  .meta({ id: 'Consent' });

const NO_CONSENT = 'No consent was sent for a person; it is stored as not given';

const OnboardUser = withAdvice(
  z
    .object({
      email: Email,
      first_name: Name,
      last_name: Name,
      password: Password.optional(),
      phone: Text.max(50).optional(),
      consent: Consent.optional(),
      jwt: Text.max(8_192)
        .optional()
        .describe(
          'Access token of the person, from a login with their own password; required if they are already known.',
        ),
    })
    .meta({ id: 'OnboardUser' }),
  (sent) => ((sent as { consent?: unknown }).consent ? undefined : NO_CONSENT),
);
export type OnboardUser = z.output<typeof OnboardUser>;

const Seats = Integer.pipe(z.int().min(1).max(10_000_000));

export const OnboardBody = z
  .object({
    creation_path: Text.min(1).max(255).describe('The value is provided by support.'),
    customer: z
      .object({
        name: Name,
        industry: Words.max(255).optional(),
        country: CountryCode.optional().describe('ISO 3166-1 alpha-2, in capitals.'),
        payment_token: Text.min(1)
          .max(4_096)
          .optional()
          .describe('Card token; passed to the payment gateway and never stored.'),
        billing_interval: inAnyCase(z.enum(billingIntervals)).default('annual'),
      })
      .meta({ id: 'OnboardCustomer' }),
    partner_portal_id: Id.optional().describe('The distribution partner’s portal above the new one.'),
    portal: z
      .object({
        domain: Text.trim()
          .toLowerCase()
          .max(253)
          .describe('Host name, a first-level subdomain of the portal domain.'),
        seats: Seats.describe(
          'Number of users; more active ones are refused, unless the portal pays per seat.',
        ),
        administrators: many(Email)
          .refine(isFew, `names more than ${mostPeople} people`)
          .optional()
          .describe(
            'E-mail addresses of people to be invited as administrators, whether they are already known or not.',
          ),
        notifications: Flag.default(true).describe('Whether these people are sent e-mails.'),
      })
      .meta({ id: 'OnboardPortal' })
      .optional(),
    referrer: Text.max(255).optional(),
    user: OnboardUser.optional().describe('The first administrator; by default the person of the token.'),
    additional_users: list(OnboardUser, mostPeople).default([]).describe('Further administrators.'),
  })
  .superRefine((body, context) => {
    const seen = new Set(body.user ? [body.user.email.toLowerCase()] : []);
    body.additional_users.forEach(({ email }, index) => {
      const path = ['additional_users', index, 'email'];
      if (seen.has(email.toLowerCase()))
        context.addIssue({ code: 'custom', path, message: 'is named twice' });
      seen.add(email.toLowerCase());
    });
  })
  .meta({
    id: 'Onboard',
    example: {
      creation_path: 'partner-default',
      customer: { name: 'Initech', industry: 'Software', country: 'US' },
      portal: { domain: NEW_PORTAL, seats: 25 },
      user: { email: 'peter@initech.example', first_name: 'Peter', last_name: 'Gibbons' },
    },
  });
export type OnboardBody = z.output<typeof OnboardBody>;

/** Tokens of the calling application for the new portal (specification, Token response). */
export const OnboardToken = z
  .object({
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    access_token: z.string(),
    refresh_token: z.string().optional(),
  })
  .meta({ id: 'OnboardToken' });
export type OnboardToken = z.output<typeof OnboardToken>;

export const OnboardAnswer = z
  .object({
    portal: Portal,
    user: User,
    additional_users: z.array(User),
    oauth_token: OnboardToken.nullable().describe(
      'null if it could not be obtained; for ten minutes the same request with the same Idempotency-Key tries again.',
    ),
  })
  .meta({
    id: 'Onboarded',
    example: {
      portal: { ...portalExample, name: NEW_PORTAL, url: NEW_PORTAL, title: 'Initech' },
      user: {
        ...userExample,
        email: 'peter@initech.example',
        first_name: 'Peter',
        last_name: 'Gibbons',
        full_name: 'Peter Gibbons',
        roles: ['Administrator'],
      },
      additional_users: [],
      oauth_token: {
        token_type: 'Bearer',
        expires_in: 43_200,
        access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIxMiJ9.c2lnbmF0dXJl',
        refresh_token: 'rt_20260131_abcdefghijklmnopqrstuvwxyzABCDEF',
      },
    },
  });
export type OnboardAnswer = z.output<typeof OnboardAnswer>;

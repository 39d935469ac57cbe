import {
  csv,
  Flag,
  grantNames,
  listSchema,
  paging,
  Scope,
  windowError,
  withinWindow,
  Words,
  WireTime,
} from '@app/contracts';
import { clientKeyAlgs } from '@app/clients';
import { z } from 'zod';
import { CreateOwnClient, SECRET_EXAMPLE } from '../registration/index.js';

const kind = z.enum(['connected', 'own']);

export const ListApplicationsQuery = z
  .object({
    kind: csv(kind)
      .optional()
      .describe(
        '`own`: bound to the portal; `connected`: other applications that the portal or its people have given access, or that are blocked. By default, both.',
      ),
    q: Words.optional().describe('Part of the name, or the client id.'),
    ...paging(20),
  })
  .refine(withinWindow, windowError);
export type ListApplicationsQuery = z.output<typeof ListApplicationsQuery>;

export const ConsentsQuery = z.object(paging(20)).refine(withinWindow, windowError);
export type ConsentsQuery = z.output<typeof ConsentsQuery>;

const Person = z.object({ user_id: z.int(), name: z.string().nullable() }).meta({ id: 'ApplicationPerson' });

const applicationExample = {
  client_id: 'course-finder',
  client_name: 'Course Finder',
  kind: 'connected' as const,
  status: 1 as const,
  is_approved: true,
  is_blocked: false,
  scopes: ['lo.read' as const, 'user.read' as const],
  consents_count: 2,
  made_by: null,
  since: '2026-01-15T09:00:00+00:00',
  last_used_time: '2026-01-31T06:29:13+00:00',
  previous_secret_until: null,
};
const approvalExample = {
  scopes: ['lo.read' as const, 'user.read' as const],
  acts_for_people: true,
  for_administrators: false,
  makes_portals: false,
  came_by: 'administrator' as const,
  approved_by: { user_id: 3, name: 'Jo Meyer' },
  approved_time: '2026-01-15T09:00:00+00:00',
  last_used_time: '2026-01-31T06:29:13+00:00',
};

export const ApplicationAnswer = z
  .object({
    client_id: z.string(),
    client_name: z.string(),
    kind,
    status: z.union([z.literal(0), z.literal(1)]).describe('0: switched off.'),
    is_approved: z.boolean().describe('Whether the portal has approved it.'),
    is_blocked: z.boolean(),
    scopes: z
      .array(Scope)
      .describe(
        'The portal’s own application: its scopes. Others: the approved scopes or, without approval, those that people have allowed.',
      ),
    consents_count: z.int().describe('How many people in the portal have given it access.'),
    made_by: Person.nullable().describe('Who in the portal created it.'),
    since: WireTime,
    last_used_time: WireTime.nullable(),
    previous_secret_until: WireTime.nullable().describe('When the replaced secret stops working.'),
  })
  .meta({ id: 'Application', example: applicationExample });
export type ApplicationAnswer = z.output<typeof ApplicationAnswer>;

/** The only response that contains a secret. */
export const ApplicationWithSecret = ApplicationAnswer.extend({
  client_secret: z.string().describe('Only this response shows it.'),
}).meta({
  id: 'ApplicationWithSecret',
  example: { ...applicationExample, kind: 'own', is_approved: false, client_secret: SECRET_EXAMPLE },
});
export type ApplicationWithSecret = z.output<typeof ApplicationWithSecret>;

/** As in POST /client; the portal is the token's. */
export const CreateApplication = CreateOwnClient.meta({
  id: 'CreateApplication',
  example: { client_name: 'Course Finder', redirect_uri: 'https://partner.example/callback' },
});
export type CreateApplication = z.output<typeof CreateApplication>;

export const ApprovalAnswer = z
  .object({
    scopes: z.array(Scope),
    acts_for_people: z.boolean().describe('Whether it may act for people in the portal (service_jwt).'),
    for_administrators: z.boolean().describe('Whether this includes administrators.'),
    makes_portals: z.boolean().describe('Whether it may create portals under this distribution partner.'),
    came_by: z.enum(['administrator', 'onboarding', 'operator']),
    approved_by: Person.nullable(),
    approved_time: WireTime,
    last_used_time: WireTime.nullable(),
  })
  .meta({ id: 'Approval', example: approvalExample });
export type ApprovalAnswer = z.output<typeof ApprovalAnswer>;

export const ApplicationDetail = ApplicationAnswer.extend({
  approval: ApprovalAnswer.nullable(),
  blocked_time: WireTime.nullable(),
  redirect_uris: z
    .array(z.string())
    .nullable()
    .describe('The portal’s own application: where people come back to after a sign-in. Others: null.'),
  grants: z
    .array(z.enum(grantNames))
    .nullable()
    .describe('The portal’s own application: how it may get tokens. Others: null.'),
  keys: z
    .array(
      z
        .object({ kid: z.string(), alg: z.enum(clientKeyAlgs), created_time: WireTime })
        .meta({ id: 'ApplicationKey' }),
    )
    .nullable()
    .describe('The portal’s own application: its public keys for service_jwt, by `kid`. Others: null.'),
  consents: z
    .array(
      z
        .object({
          user_id: z.int(),
          name: z.string(),
          scopes: z.array(Scope),
          since: WireTime,
          last_used_time: WireTime.nullable(),
        })
        .meta({ id: 'ApplicationConsent' }),
    )
    .describe('The most recent first; `offset` and `limit` page through them.'),
}).meta({
  id: 'ApplicationDetail',
  example: {
    ...applicationExample,
    approval: approvalExample,
    blocked_time: null,
    redirect_uris: null,
    grants: null,
    keys: null,
    consents: [
      {
        user_id: 12,
        name: 'Ana Silva',
        scopes: ['lo.read'],
        since: '2026-01-20T08:00:00+00:00',
        last_used_time: null,
      },
    ],
  },
});
export type ApplicationDetail = z.output<typeof ApplicationDetail>;

export const ApplicationList = listSchema(ApplicationAnswer, 'ApplicationList');
export type ApplicationList = z.output<typeof ApplicationList>;

export const ApprovableApplication = z
  .object({
    client_id: z.string(),
    client_name: z.string(),
    owner: z
      .object({
        kind: z.enum(['service', 'portal', 'none']),
        portal_title: z.string().nullable(),
      })
      .meta({ id: 'ApplicationOwner' })
      .describe('`service`: this service itself; `portal`: another portal; `none`: no portal.'),
    redirect_hosts: z
      .array(z.string())
      .describe(
        'The hosts to which people return after a sign-in, or the schemes of applications on their devices.',
      ),
    scopes: z.array(Scope).describe('All that an approval may contain.'),
    approval: ApprovalAnswer.nullable().describe('The current approval.'),
  })
  .meta({
    id: 'ApprovableApplication',
    example: {
      client_id: 'course-finder',
      client_name: 'Course Finder',
      owner: { kind: 'none', portal_title: null },
      redirect_hosts: ['partner.example'],
      scopes: ['lo.read', 'user.read'],
      approval: null,
    },
  });
export type ApprovableApplication = z.output<typeof ApprovableApplication>;

export const GiveApproval = z
  .object({
    scopes: csv(Scope).pipe(z.array(Scope).min(1)),
    acts_for_people: Flag.default(false).describe('May act for people in the portal (service_jwt).'),
    for_administrators: Flag.default(false).describe('Including administrators.'),
    makes_portals: Flag.default(false).describe('May create portals under this distribution partner.'),
  })
  .meta({ id: 'GiveApproval', example: { scopes: ['user.read', 'lo.read'], acts_for_people: true } });
export type GiveApproval = z.output<typeof GiveApproval>;

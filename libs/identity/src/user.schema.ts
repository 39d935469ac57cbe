import { RoleEnum, WireTime, type Role } from '@app/contracts';
import { z } from 'zod';

/** A user, for the examples of the OpenAPI document. */
export const userExample = {
  id: 12,
  email: 'ana.silva@acme.example',
  first_name: 'Ana',
  last_name: 'Silva',
  full_name: 'Ana Silva',
  profile_picture: null,
  roles: ['Learner'] as Role[],
  status: true,
  locale: 'en',
  created_time: '2026-01-31T06:29:13+00:00',
  updated_time: '2026-01-31T06:29:13+00:00',
  last_login_time: null,
  managers: [3],
  custom_fields: { department: 'Sales' },
};

/** A person's account in the portal of the token. */
export const User = z
  .object({
    id: z.int().describe('Account id.'),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    full_name: z.string(),
    profile_picture: z.string().nullable(),
    roles: z.array(RoleEnum),
    status: z.boolean().describe('false: blocked.'),
    locale: z.string(),
    created_time: WireTime,
    updated_time: WireTime,
    last_login_time: WireTime.nullable(),
    managers: z.array(z.int()).describe('Account ids.'),
    custom_fields: z.record(z.string(), z.unknown()),
    closed_time: WireTime.nullable()
      .optional()
      .describe('With `closed`: when the account was closed; null: it is open.'),
  })
  .meta({
    id: 'User',
    example: userExample,
  });
export type User = z.output<typeof User>;

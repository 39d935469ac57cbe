import { listSchema, WireTime } from '@app/contracts';
import { z } from 'zod';

const PortalLimit = z
  .object({
    limit: z.string().describe('Its name, as in an answer `limit_reached`.'),
    what: z.string().describe('The limited objects, as described in `docs/limits.md`.'),
    most: z.int().describe('How many there can be.'),
    per: z
      .enum(['portal', 'portal and day', 'portal and hour'])
      .describe(
        'Whether everything that exists is counted, or what the current day or hour (UTC) has brought.',
      ),
    used: z.int().nullable().describe('How many there are. Null: not counted by the database.'),
    resets_time: WireTime.nullable().describe('When the current day or hour ends.'),
  })
  .meta({
    id: 'PortalLimit',
    example: {
      limit: 'accounts_made',
      what: 'accounts created, including those since closed',
      most: 50_000,
      per: 'portal and day',
      used: 12,
      resets_time: '2026-02-01T00:00:00+00:00',
    },
  });
export type PortalLimit = z.output<typeof PortalLimit>;

export const PortalLimitList = listSchema(PortalLimit, 'PortalLimitList');
export type PortalLimitList = z.output<typeof PortalLimitList>;

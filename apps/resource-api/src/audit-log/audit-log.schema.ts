import { auditEvents } from '@app/access';
import {
  listed,
  listSchema,
  LookupId,
  NextCursor,
  paging,
  Text,
  UnixSeconds,
  WireTime,
} from '@app/contracts';
import { z } from 'zod';
import { exportExamples, exportParameters } from '../exports/index.js';

/** Maximum value of `total`: a busy portal writes more entries in a day. */
export const MAX_COUNTED = 10_000;

const Actor = z.object({ user_id: z.int(), name: z.string() }).meta({ id: 'AuditActor' });
const Detail = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

export const AuditLogEntry = z
  .object({
    id: z.int(),
    time: WireTime,
    event: z
      .string()
      .describe(
        `What happened, one of these event names; more may come: ${auditEvents.map((event) => `\`${event}\``).join(', ')}.`,
      ),
    actor: Actor.nullable().describe(
      'The account that acted; for `invitation.lapsed`, where no account acted, the account concerned. Null for an operator or an application without an account.',
    ),
    client_id: z.string().nullable().describe('The application through which it came.'),
    client_name: z.string().nullable().describe('Its name; null if it has been removed.'),
    ip: z.string().nullable(),
    user_agent: z
      .string()
      .nullable()
      .describe('Of the browser or program; `command line, ...` and `schedule` are those of the service.'),
    ref: z.string().nullable().describe('The `ref` of the request, for support.'),
    details: z
      .record(z.string(), Detail)
      .describe('Ids, names of fields, and counts; never a secret or a text that a person wrote.'),
  })
  .meta({
    id: 'AuditLogEntry',
    example: {
      id: 90210,
      time: '2026-01-31T06:29:13+00:00',
      event: 'roles.changed',
      actor: { user_id: 12, name: 'Ada Lovelace' },
      client_id: 'hr-sync',
      client_name: 'HR sync',
      ip: '203.0.113.7',
      user_agent: 'hr-sync/2.1',
      ref: '5f2c1d7e9a0b4c3d',
      details: { user_id: 31, fields: ['roles'], roles_added: ['Manager'], roles_removed: [] },
    },
  });
export type AuditLogEntry = z.output<typeof AuditLogEntry>;

export const AuditLogPage = listSchema(AuditLogEntry, 'AuditLogPage', { next_cursor: NextCursor });
export type AuditLogPage = z.output<typeof AuditLogPage>;

/** A position after an entry, with the total that was counted for the first page. */
export interface AuditLogCursor {
  time: Date;
  id: number;
  total: number;
}

export const encodeCursor = ({ time, id, total }: AuditLogCursor): string =>
  Buffer.from([time.getTime(), id, total].join('.')).toString('base64url');

const Cursor = z.string().transform((text, context): AuditLogCursor => {
  const match = /^(\d{1,14})\.(\d{1,15})\.(\d{1,5})$/.exec(Buffer.from(text, 'base64url').toString());
  if (match) return { time: new Date(Number(match[1])), id: Number(match[2]), total: Number(match[3]) };
  context.addIssue({ code: 'custom', message: 'is not a cursor returned by this list' });
  return z.NEVER;
});

/** Filters shared by the list and the export. */
const filters = {
  event: listed(Text, auditEvents).optional().describe('Only entries with this event.'),
  user_id: LookupId.optional().describe('Only what this account did.'),
  about_user_id: LookupId.optional().describe('Only what was done to this account.'),
  client_id: Text.optional().describe('Only what came through this application.'),
  from: UnixSeconds.optional().describe('At or after this time.'),
  to: UnixSeconds.optional().describe('At or before this time.'),
};
export type AuditLogFilters = z.output<z.ZodObject<typeof filters>>;

export const ListAuditLogQuery = z.object({
  limit: paging(50).limit,
  cursor: Cursor.optional().describe('The `next_cursor` of the previous page.'),
  ...filters,
});
export type ListAuditLogQuery = z.output<typeof ListAuditLogQuery>;

export const ExportAuditLogQuery = z.object({ ...exportParameters, ...filters });
export type ExportAuditLogQuery = z.output<typeof ExportAuditLogQuery>;

/** Columns of an export as CSV; `details` is JSON there. */
export const auditLogColumns = [
  'id',
  'time',
  'event',
  'actor_user_id',
  'actor_name',
  'client_id',
  'client_name',
  'ip',
  'user_agent',
  'ref',
  'details',
];

const { example } = AuditLogEntry.meta() as { example: AuditLogEntry };
const examples = (row: object) => exportExamples({ ...example, ...row }, auditLogColumns);
export const auditLogExportExamples = {
  ...examples({}),
  'text/csv': examples({ details: JSON.stringify(example.details) })['text/csv']!,
};

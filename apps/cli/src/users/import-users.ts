import { commandLine, recordAudit } from '@app/access';
import type { Database, Transaction } from '@app/database';
import type { EventOutbox } from '@app/events';
import {
  assertFieldsFit,
  assertSeatsLeft,
  findAccount,
  lockManagers,
  lockSeats,
  managesAny,
  presentUser,
  replaceManagers,
  type AccountRow,
  type CustomFieldRow,
} from '@app/identity';
import { Problem, systemClock } from '@app/kernel';
import { enqueueMail } from '@app/mail';
import { inBatches, transact } from '../tables/batches.js';
import type { FileLine } from '../tables/lines.js';
import { readUserRow, type UserRow } from './user-row.js';
import { accountsByEmail, upsertUsers, findOpenAccounts } from './users.queries.js';

export interface ImportUsersSummary {
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  bad: number;
}

export interface ImportUsersOptions {
  database: Database;
  portalId: number;
  /** The custom fields of the portal. */
  defined: readonly CustomFieldRow[];
  /** Where events go; undefined: no webhook is notified. */
  outbox: Pick<EventOutbox, 'appendAll'> | undefined;
  /** Whether new people get the mail to set a password. */
  mails: boolean;
  dryRun: boolean;
  onBadLine: (bad: { line: number; reason: string }) => void;
  /** Called for values of a line that the import ignores. */
  onRemark: (remark: { line: number; reason: string }) => void;
  onBatch: (summary: Readonly<ImportUsersSummary>) => Promise<void>;
}

const BATCH_SIZE = 200;

/**
 * Imports people into a portal. Existing ones (by e-mail) get the table's names, language and custom fields; their
 * roles stay. If the portal runs out of seats, earlier batches are kept. The import is idempotent, so repeat it after
 * an interruption.
 * @param read yields the lines from the start, twice: managers may come after the people they manage
 */
export async function importUsers(
  read: () => AsyncIterable<FileLine>,
  options: ImportUsersOptions,
): Promise<ImportUsersSummary> {
  const summary = { lines: 0, created: 0, updated: 0, unchanged: 0, bad: 0 };
  const bad = new Set<number>();
  const refuse = (line: number, reason: string): void => {
    if (bad.has(line)) return;
    bad.add(line);
    summary.bad += 1;
    options.onBadLine({ line, reason });
  };
  const first = new Map<string, number>();
  for await (const batch of inBatches(read(), BATCH_SIZE)) {
    summary.lines += batch.length;
    let rows = checkLines(batch, first, options, refuse);
    await transact(options, async (tx) => {
      await lockSeats(tx, options.portalId);
      rows = await rejectConflicts(tx, rows, options, refuse);
      const { created, updated } = await importBatch(tx, rows, options);
      summary.created += created;
      summary.updated += updated;
      summary.unchanged += rows.length - created - updated;
    });
    await options.onBatch(summary);
  }
  if (options.dryRun) return summary;
  for await (const batch of inBatches(read(), BATCH_SIZE)) {
    const sound = batch.filter(({ line }) => !bad.has(line));
    const rows = checkLines(sound, first, options, refuse).filter(({ row }) => row.managers.length > 0);
    if (rows.length > 0) await transact(options, (tx) => setManagers(tx, rows, options, refuse));
    await options.onBatch(summary);
  }
  return summary;
}

interface CheckedLine {
  line: number;
  row: UserRow;
}

/** @param first the line on which each address is listed first; only that line is imported */
function checkLines(
  batch: readonly FileLine[],
  first: Map<string, number>,
  { defined }: ImportUsersOptions,
  refuse: (line: number, reason: string) => void,
): CheckedLine[] {
  return batch.flatMap((sourceLine) => {
    const { line } = sourceLine;
    const row = 'fault' in sourceLine ? { reason: sourceLine.fault } : readUserRow(sourceLine.value, defined);
    if ('reason' in row) return refuse(line, row.reason) ?? [];
    const email = row.email.toLowerCase();
    const counts = first.get(email) ?? line;
    first.set(email, counts);
    return counts === line
      ? [{ line, row }]
      : (refuse(
          line,
          `email: ${row.email} is already on line ${counts}, which is the one that is imported`,
        ) ?? []);
  });
}

/** Roles and status are not imported: reports rows that differ from the account, and refuses new accounts that are blocked. */
async function rejectConflicts(
  tx: Transaction,
  rows: readonly CheckedLine[],
  { portalId, onRemark }: ImportUsersOptions,
  refuse: (line: number, reason: string) => void,
): Promise<CheckedLine[]> {
  const emails = rows.map(({ row }) => row.email);
  const accounts = await findOpenAccounts(tx, portalId, emails);
  return rows.filter(({ line, row: { email, roles, status, custom_fields } }) => {
    const account = accounts.get(email.toLowerCase());
    if (!account) {
      if (status === false)
        refuse(line, 'status: an account cannot be created blocked; block it after the import');
      return status !== false;
    }
    try {
      assertFieldsFit(custom_fields, account.custom_fields);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refuse(line, error.message);
      return false;
    }
    if (roles.length > 0 && String([...new Set(roles)].sort()) !== String(account.roles.toSorted()))
      onRemark({
        line,
        reason: 'roles are not imported for people who have an account, and stay as they are',
      });
    if (status !== undefined && status !== account.status)
      onRemark({ line, reason: 'status is not imported, and stays as it is' });
    return true;
  });
}

async function importBatch(
  tx: Transaction,
  rows: readonly CheckedLine[],
  options: ImportUsersOptions,
): Promise<{ created: number; updated: number }> {
  const { portalId, mails } = options;
  const { created, updated } = await upsertUsers(
    tx,
    portalId,
    rows.map(({ row }) => row),
  );
  if (created.length > 0) await assertSeatsLeft(tx, portalId, 0);
  await publish(tx, 'user.create', created, options);
  for (const account of mails ? created : []) {
    const { email: recipient, person_id: personId, locale: language } = account;
    await enqueueMail(tx, { template: 'login', recipient, personId: personId!, portalId, language }, true);
  }
  await publish(tx, 'user.update', updated, options);
  await recordBatch(tx, 'user.created', portalId, created.length);
  await recordBatch(tx, 'user.changed', portalId, updated.length);
  return { created: created.length, updated: updated.length };
}

/** One row of the audit log for all people of a batch. */
async function recordBatch(
  tx: Transaction,
  event: 'user.created' | 'user.changed',
  portalId: number,
  users: number,
): Promise<void> {
  if (users === 0) return;
  const details = { what: 'users import', users };
  await recordAudit(tx, commandLine(), { event, portalId, details }, systemClock.now());
}

async function setManagers(
  tx: Transaction,
  rows: readonly CheckedLine[],
  options: ImportUsersOptions,
  refuse: (line: number, reason: string) => void,
): Promise<void> {
  const { portalId } = options;
  await lockManagers(tx, portalId);
  const emails = rows.flatMap(({ row }) => [row.email, ...row.managers]);
  const accounts = await accountsByEmail(tx, portalId, emails);
  let changed = 0;
  for (const { line, row } of rows) {
    const id = accounts.get(row.email.toLowerCase())!;
    const unknown = row.managers.filter((email) => !accounts.has(email.toLowerCase()));
    const managers = row.managers
      .flatMap((email) => accounts.get(email.toLowerCase()) ?? [])
      .sort((a, b) => a - b);
    if (unknown.length > 0) refuse(line, `managers: no such user: ${unknown.join(', ')}`);
    else if (await managesAny(tx, portalId, id, managers))
      refuse(line, 'managers: a user cannot be their own manager, even through others');
    else {
      const before = (await findAccount(tx, portalId, id))!.managers;
      if (String(before) === String(managers)) continue;
      await replaceManagers(tx, portalId, id, managers);
      await publish(tx, 'user.update', [(await findAccount(tx, portalId, id))!], options);
      changed += 1;
    }
  }
  await recordBatch(tx, 'user.changed', portalId, changed);
}

async function publish(
  tx: Transaction,
  type: 'user.create' | 'user.update',
  accounts: readonly AccountRow[],
  { portalId, outbox }: ImportUsersOptions,
): Promise<void> {
  const events = accounts.map((account) => ({
    portalId,
    type,
    objectType: 'user' as const,
    objectId: account.id,
    data: presentUser(account),
  }));
  await outbox?.appendAll(tx, events);
}

import type { Database, Transaction } from '@app/database';
import { enrollmentEvent, isEarlierCompletion, type EnrollmentRow } from '@app/enrollments';
import type { EventOutbox } from '@app/events';
import { systemClock, unixSeconds } from '@app/kernel';
import { inBatches, transact } from '../tables/batches.js';
import type { FileLine } from '../tables/lines.js';
import { accountsByEmail } from '../users/users.queries.js';
import { readEnrollmentRow, type EnrollmentImportRow } from './enrollment-row.js';
import {
  archiveReplaced,
  findByCustomFields,
  findObjects,
  ignoreInStatistics,
  insertImported,
  lockEnrollments,
  setParents,
  type ImportedEnrollment,
  type NamedObject,
} from './enrollments.queries.js';

export interface ImportEnrollmentsSummary {
  lines: number;
  created: number;
  unchanged: number;
  bad: number;
}

export interface ImportEnrollmentsOptions {
  database: Database;
  portalId: number;
  /** Where events go; undefined: no webhook is notified. */
  outbox: Pick<EventOutbox, 'appendAll'> | undefined;
  dryRun: boolean;
  onBadLine: (bad: { line: number; reason: string }) => void;
  onBatch: (summary: Readonly<ImportEnrollmentsSummary>) => Promise<void>;
}

const BATCH_SIZE = 1_000;

/**
 * Imports past learning. A row that an enrollment equals changes nothing, so repeat the import after an interruption. Of
 * several completions of one object the latest is live, the others are history. Completes no course, and is not counted
 * in statistics over time.
 * @param read yields the lines from the start, twice: parents may come after their children
 */
export async function importEnrollments(
  read: () => AsyncIterable<FileLine>,
  options: ImportEnrollmentsOptions,
): Promise<ImportEnrollmentsSummary> {
  const summary = { lines: 0, created: 0, unchanged: 0, bad: 0 };
  const now = systemClock.now();
  const refuse = (line: number, reason: string): void => {
    summary.bad += 1;
    options.onBadLine({ line, reason });
  };
  /** Enrollments by the ids in the file, and the children by the ids of their parents. */
  const stored = new Map<string, number>();
  const children: { line: number; id: number; parent: string }[] = [];
  for await (const batch of inBatches(read(), BATCH_SIZE)) {
    summary.lines += batch.length;
    const rows = batch.flatMap((line) => {
      const row = 'fault' in line ? { reason: line.fault } : readEnrollmentRow(line.value, now);
      return 'reason' in row ? (refuse(line.line, row.reason) ?? []) : [{ line: line.line, row }];
    });
    await transact(options, async (tx) => {
      const done = await importBatch(tx, rows, now, options, refuse);
      for (const { line, row, id, isNew } of done) {
        summary[isNew ? 'created' : 'unchanged'] += 1;
        if (row.id !== undefined) stored.set(row.id, id);
        if (row.parent_enrollment_id !== undefined)
          children.push({ line, id, parent: row.parent_enrollment_id });
      }
    });
    await options.onBatch(summary);
  }
  const parents = children.flatMap(({ line, id, parent }) => {
    const parentId = stored.get(parent);
    if (parentId !== undefined) return [{ id, parentId }];
    return (
      refuse(line, `parent_enrollment_id: no line has the id ${parent}, so it was imported without`) ?? []
    );
  });
  for (let start = 0; start < parents.length; start += BATCH_SIZE)
    await transact(options, async (tx) => {
      const changed = await setParents(tx, options.portalId, parents.slice(start, start + BATCH_SIZE));
      await publish(tx, 'enrolment.update', changed, options);
    });
  return summary;
}

interface CheckedLine {
  line: number;
  row: EnrollmentImportRow;
}

/** An enrollment that is stored, or will be at the end of the batch. */
interface Known {
  state: ImportedEnrollment;
  /** Undefined until it is stored. */
  id?: number;
  isNew: boolean;
}

/** @returns the enrollment of each good line */
async function importBatch(
  tx: Transaction,
  lines: readonly CheckedLine[],
  now: Date,
  options: ImportEnrollmentsOptions,
  refuse: (line: number, reason: string) => void,
): Promise<(CheckedLine & { id: number; isNew: boolean })[]> {
  await ignoreInStatistics(tx);
  const targets = await findTargets(tx, lines, now, options, refuse);
  const storedRows = await lockEnrollments(
    tx,
    options.portalId,
    targets.map(({ state }) => state),
  );
  const known = Map.groupBy(
    storedRows.map((row): Known => ({ state: { ...row }, id: row.id, isNew: false })),
    ({ state }) => `${state.account_id} ${state.lo_id}`,
  );
  const replaced: number[] = [];
  const found = targets.flatMap(({ line, row, state }) => {
    const key = `${state.account_id} ${state.lo_id}`;
    const others = known.get(key) ?? [];
    const same = others.find((other) => isSame(other.state, state, row));
    if (same) return [{ line, row, enrollment: same }];
    const live = others.find((other) => other.state.archived_time === null);
    if (live && !state.archived_time) {
      if (state.status !== 'completed')
        return refuse(line, 'this user is already enrolled in this learning object') ?? [];
      const isPast = live.state.status !== 'completed' || isEarlierCompletion(state, live.state);
      Object.assign(isPast ? state : live.state, { archived_time: now, archived_because: 're-enrolled' });
      if (!isPast && live.id !== undefined) replaced.push(live.id);
    }
    const enrollment: Known = { state, isNew: true };
    known.set(key, [...others, enrollment]);
    return [{ line, row, enrollment }];
  });
  const archived = await archiveReplaced(tx, options.portalId, replaced);
  await publish(tx, 'enrolment.delete', archived, options);
  await insertNew(tx, [...known.values()].flat(), options);
  return found.flatMap(({ line, row, enrollment: { id, isNew } }) =>
    id === undefined
      ? (refuse(line, 'another request has enrolled the user meanwhile: repeat the import') ?? [])
      : [{ line, row, id, isNew }],
  );
}

/** The enrollments that the lines describe; refuses those that do not name one person and one object. */
async function findTargets(
  tx: Transaction,
  lines: readonly CheckedLine[],
  now: Date,
  { portalId }: ImportEnrollmentsOptions,
  refuse: (line: number, reason: string) => void,
): Promise<(CheckedLine & { state: ImportedEnrollment })[]> {
  const rows = lines.map(({ row }) => row);
  const [people, objects] = [
    await findPeople(tx, portalId, rows),
    await findNamedObjects(tx, portalId, rows),
  ];
  return lines.flatMap(({ line, row }) => {
    const [accountId, other] = people(row);
    const object = objects.get(objectKey(row));
    if (accountId === undefined) return refuse(line, 'the portal has no such user') ?? [];
    if (other !== undefined) return refuse(line, 'several users have this value') ?? [];
    if (!object) return refuse(line, 'the portal sees no such learning object') ?? [];
    const isCompleted = row.status === 'completed';
    const state: ImportedEnrollment = {
      portal_id: portalId,
      account_id: accountId,
      lo_id: object.id,
      lo_title: row.lo_title ?? object.title,
      parent_lo_id: null,
      parent_enrollment_id: null,
      type: row.type ?? (object.type === 'award' ? 'award' : 'enrollment'),
      status: row.status,
      result: row.result === undefined ? null : Number(row.result.toFixed(2)),
      pass: row.pass ?? (isCompleted ? true : null),
      created_time: row.created_time ?? row.start_date ?? row.end_date ?? now,
      start_date: row.start_date ?? null,
      end_date: row.end_date ?? null,
      due_date: row.due_date ?? null,
      award_required: row.award_required,
      supervised: true,
      archived_time: row.archived_time ?? null,
      archived_because: row.archived_time ? row.archived_because : null,
    };
    return [{ line, row, state }];
  });
}

const unique = <T>(values: readonly (T | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

/** Finds the accounts of a row, of which there should be one. */
async function findPeople(
  tx: Transaction,
  portalId: number,
  rows: readonly EnrollmentImportRow[],
): Promise<(row: EnrollmentImportRow) => number[]> {
  const toFields = (row: EnrollmentImportRow) =>
    row.user_email === undefined ? JSON.stringify(row.custom_fields) : undefined;
  const byEmail = await accountsByEmail(tx, portalId, unique(rows.map((row) => row.user_email)));
  const found = await findByCustomFields(tx, portalId, unique(rows.map(toFields)));
  const byFields = new Map(found.map(({ value, ids }) => [value, ids]));
  return (row) =>
    row.user_email === undefined
      ? byFields.get(toFields(row)!)!
      : [byEmail.get(row.user_email.toLowerCase()) ?? []].flat();
}

const objectKey = (row: Pick<EnrollmentImportRow, 'lo_id' | 'provider' | 'external_id'>): string | number =>
  row.lo_id ?? `${row.provider} ${row.external_id}`;

/** The objects of the rows, by {@link objectKey}. */
async function findNamedObjects(
  tx: Transaction,
  portalId: number,
  rows: readonly EnrollmentImportRow[],
): Promise<Map<string | number, NamedObject>> {
  const objects = await findObjects(
    tx,
    portalId,
    unique(rows.map((row) => row.lo_id)),
    unique(rows.map((row) => row.external_id)),
    unique(rows.map((row) => row.provider)),
  );
  return new Map<string | number, NamedObject>(
    objects.flatMap((object): [string | number, NamedObject][] => [
      [object.id, object],
      [`${object.provider} ${object.external_id}`, object],
    ]),
  );
}

const toSeconds = (time: Date | null): number | null => time && unixSeconds(time);

/** Whether an enrollment is the one of this row, which may since have been archived. */
const isSame = (other: ImportedEnrollment, state: ImportedEnrollment, row: EnrollmentImportRow): boolean =>
  other.status === state.status &&
  other.result === state.result &&
  other.pass === state.pass &&
  (['start_date', 'end_date'] as const).every((name) => toSeconds(other[name]) === toSeconds(state[name])) &&
  (['created_time', 'archived_time'] as const).every(
    (name) => row[name] === undefined || toSeconds(other[name]) === toSeconds(state[name]),
  );

/** Stores the new ones among these and sets their ids. */
async function insertNew(
  tx: Transaction,
  enrollments: readonly Known[],
  options: ImportEnrollmentsOptions,
): Promise<void> {
  const fresh = enrollments.filter(({ isNew }) => isNew);
  const rows = await insertImported(
    tx,
    fresh.map(({ state }) => state),
  );
  const toKey = (state: ImportedEnrollment) =>
    [state.account_id, state.lo_id, state.created_time, state.end_date, state.archived_time]
      .map(Number)
      .join();
  const byKey = Map.groupBy(rows, toKey);
  for (const one of fresh) {
    const row = byKey.get(toKey(one.state))?.pop();
    if (row) one.id = row.id;
  }
  await publish(
    tx,
    'enrolment.create',
    rows.filter(({ archived_time: time }) => time === null),
    options,
  );
}

const publish = async (
  tx: Transaction,
  type: Parameters<typeof enrollmentEvent>[0],
  rows: readonly EnrollmentRow[],
  { outbox }: ImportEnrollmentsOptions,
): Promise<void> =>
  outbox?.appendAll(
    tx,
    rows.map((row) => enrollmentEvent(type, row)),
  );

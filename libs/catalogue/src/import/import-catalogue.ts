import { sql, type Database, type Reader, type Transaction } from '@app/database';
import type { Clock } from '@app/kernel';
import type { z } from 'zod';
import { changeCatalogue, type EventSink } from '../changes.js';
import { ImportRecord } from '../import-record.js';
import { childrenOf, retireOrphans } from './import.queries.js';
import {
  keysOf,
  previewRecords,
  UnwritableRecord,
  writeRecords,
  type BadLine,
  type BatchOutcome,
  type ImportLine,
} from './write-records.js';

export interface ImportSummary {
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  retired: number;
  bad: number;
  /** The line after which an interrupted import went on; 0 when it began at the start. */
  resumedAfter: number;
}

export interface ImportOptions {
  database: Database;
  clock: Clock;
  /** undefined: nobody hears of it (a first load). */
  outbox?: EventSink | undefined;
  /** Names the source and the way it is read: the same key goes on where an interrupted import stopped. */
  key?: string;
  /** Begins at the first line though an import with this key was interrupted. */
  restart?: boolean;
  dryRun?: boolean;
  /** Retires what the providers of this import have in the catalogue and the source has no more. */
  prune?: boolean;
  /** Lines per transaction. */
  batchSize?: number;
  onBadLine?: (bad: BadLine) => void | Promise<void>;
  /** Called after each batch; awaited, so it may slow the import down. */
  onBatch?: (summary: Readonly<ImportSummary>, line: number) => void | Promise<void>;
}

/** One line of a source: a value to be checked, or why it could not be read. */
export type SourceLine = { line: number; value: unknown } | { line: number; fault: string };

/**
 * Brings records into the catalogue, streamed and in batches, each batch one transaction that also notes how far
 * it came. Idempotent by provider and external_id: unchanged lines write nothing and tell nobody.
 */
export async function importCatalogue(
  source: AsyncIterable<SourceLine> | Iterable<SourceLine>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const run = new ImportRun(options);
  await run.begin();
  for await (const line of source) await run.take(line);
  return run.end();
}

class ImportRun {
  private readonly summary: ImportSummary = {
    lines: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    retired: 0,
    bad: 0,
    resumedAfter: 0,
  };
  private batch: ImportLine[] = [];
  private keys = new Set<string>();
  private lastLine = 0;
  /** Bad lines that are not yet noted beside the import's progress. */
  private badSince = 0;
  /** Keys a dry run would have made. */
  private readonly imagined = new Set<string>();
  private readonly batchSize: number;

  constructor(private readonly options: ImportOptions) {
    this.batchSize = options.batchSize ?? 200;
  }

  async begin(): Promise<void> {
    const { database, key, dryRun, restart, clock } = this.options;
    if (key === undefined || dryRun) return;
    await database.write(async (tx) => {
      if (restart) await tx.run(sql`delete from learning.catalogue_imports where key = ${key}`);
      await startRun(tx, key, clock.now());
    });
    this.summary.resumedAfter = await lineOf(database, key);
  }

  async take(line: SourceLine): Promise<void> {
    if (line.line <= this.summary.resumedAfter) return;
    this.summary.lines++;
    const record = 'fault' in line ? line.fault : readRecord(line.value);
    if (typeof record === 'string') await this.report({ line: line.line, reason: record });
    else {
      const keys = keysOf(record);
      if (keys.some((key) => this.keys.has(key))) await this.flush();
      for (const key of keys) this.keys.add(key);
      this.batch.push({ line: line.line, record });
    }
    this.lastLine = line.line;
    if (this.batch.length >= this.batchSize) await this.flush();
  }

  async end(): Promise<ImportSummary> {
    await this.flush();
    const { database, key, dryRun, prune } = this.options;
    if (key !== undefined && !dryRun) {
      await database.write((tx) => this.noteProgress(tx, key, this.lastLine, 0));
      if (prune) this.summary.retired += await this.prune(key);
      await database.write((tx) => tx.run(sql`delete from learning.catalogue_imports where key = ${key}`));
    }
    return this.summary;
  }

  private async flush(): Promise<void> {
    const lines = this.batch;
    this.batch = [];
    this.keys = new Set();
    if (lines.length > 0) {
      const outcome = this.options.dryRun
        ? { ...(await previewRecords(this.options.database, lines, this.imagined)), retired: 0 }
        : await this.write(lines);
      this.summary.created += outcome.created;
      this.summary.updated += outcome.updated;
      this.summary.unchanged += outcome.unchanged;
      this.summary.retired += outcome.retired;
      for (const bad of outcome.bad) await this.report(bad, { isNoted: true });
    }
    await this.options.onBatch?.(this.summary, this.lastLine);
  }

  /** One transaction for the batch; when a record cannot be written, one for each, so that only that one is bad. */
  private async write(lines: ImportLine[]): Promise<Omit<BatchOutcome, 'seen'>> {
    try {
      return await this.transact(lines, this.lastLine);
    } catch (error) {
      if (!(error instanceof UnwritableRecord)) throw error;
    }
    const outcomes: Omit<BatchOutcome, 'seen'>[] = [];
    for (const line of lines) outcomes.push(await this.writeAlone(line));
    return outcomes.reduce(sum, nothing);
  }

  private async writeAlone(line: ImportLine): Promise<Omit<BatchOutcome, 'seen'>> {
    try {
      return await this.transact([line], line.line);
    } catch (error) {
      if (!(error instanceof UnwritableRecord)) throw error;
      this.badSince++;
      return { ...nothing, bad: [{ line: line.line, reason: error.message }] };
    }
  }

  private transact(lines: ImportLine[], upTo: number): Promise<BatchOutcome> {
    const { database, clock, outbox, key, prune } = this.options;
    return database.write(async (tx) => {
      const outcome = await writeRecords(tx, lines, { now: clock.now(), outbox });
      if (key !== undefined) {
        await this.noteProgress(tx, key, upTo, outcome.bad.length);
        if (prune) await noteSeen(tx, key, outcome.seen);
      }
      return outcome;
    });
  }

  private async noteProgress(tx: Transaction, key: string, upTo: number, bad: number): Promise<void> {
    await tx.run(sql`
      update learning.catalogue_imports set line = ${upTo}, bad = bad + ${this.badSince + bad} where key = ${key}`);
    tx.afterCommit(() => {
      this.badSince = 0;
    });
  }

  private async report(bad: BadLine, { isNoted } = { isNoted: false }): Promise<void> {
    this.summary.bad++;
    if (!isNoted) this.badSince++;
    await this.options.onBadLine?.(bad);
  }

  /**
   * Retires, in batches, what stands for itself and was on no line; nothing while a line is bad, for nobody knows
   * what it stood for.
   */
  private async prune(key: string): Promise<number> {
    const { database, outbox, clock } = this.options;
    let retired = 0;
    if (await hasBadLines(database, key)) return retired;
    for (;;) {
      const ids = await unseen(database, key, this.batchSize);
      if (ids.length === 0) return retired;
      retired += await database.write((tx) => retire(tx, outbox, ids, clock.now()));
    }
  }
}

const nothing: Omit<BatchOutcome, 'seen'> = { created: 0, updated: 0, unchanged: 0, retired: 0, bad: [] };

const sum = (
  one: Omit<BatchOutcome, 'seen'>,
  other: Omit<BatchOutcome, 'seen'>,
): Omit<BatchOutcome, 'seen'> => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  retired: one.retired + other.retired,
  bad: [...one.bad, ...other.bad],
});

/** The record, or why it is none: every complaint with its field. */
function readRecord(value: unknown): ImportRecord | string {
  const result = ImportRecord.safeParse(value);
  return result.success ? result.data : result.error.issues.map(complaint).join('; ');
}

function complaint(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  return path ? `${path}: ${issue.message}` : issue.message;
}

/**
 * Takes objects out of the catalogue: not found any more, by nobody; enrollments and titles are kept. What was
 * made inside them goes along.
 */
export async function retire(
  tx: Transaction,
  outbox: EventSink | undefined,
  ids: readonly number[],
  now: Date,
): Promise<number> {
  const changed = await changeCatalogue(tx, outbox, ids, async () => {
    const rows = await tx.many<{ id: number }>(sql`
      update learning.learning_objects set retired_time = ${now}, updated_time = ${now}
       where id = any(${[...ids]}::int[]) and retired_time is null returning id`);
    const retired = rows.map((row) => row.id);
    const held = await childrenOf(tx, retired);
    return { written: [...retired, ...(await retireOrphans(tx, held, now))], touched: held };
  });
  return changed.written.length;
}

const startRun = (tx: Transaction, key: string, now: Date): Promise<number> =>
  tx.run(sql`
    insert into learning.catalogue_imports (key, started_time) values (${key}, ${now}) on conflict do nothing`);

async function lineOf(reader: Reader, key: string): Promise<number> {
  const row = await reader.one<{ line: number }>(
    sql`select line from learning.catalogue_imports where key = ${key}`,
  );
  return row?.line ?? 0;
}

async function hasBadLines(reader: Reader, key: string): Promise<boolean> {
  const row = await reader.one<{ bad: number }>(
    sql`select bad from learning.catalogue_imports where key = ${key}`,
  );
  return (row?.bad ?? 0) > 0;
}

const noteSeen = (tx: Transaction, key: string, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into learning.catalogue_import_seen (key, lo_id)
    select ${key}, unnest(${[...ids]}::int[]) on conflict do nothing`);

/** Objects of the import's providers that stand for themselves, came from outside and were on no line. */
async function unseen(reader: Reader, key: string, limit: number): Promise<number[]> {
  const rows = await reader.many<{ id: number }>(sql`
    select o.id from learning.learning_objects o
     where o.provider_id in (select distinct s.provider_id from learning.catalogue_import_seen i
                               join learning.learning_objects s on s.id = i.lo_id where i.key = ${key})
       and o.external_id is not null and not o.embedded and o.retired_time is null
       and not exists (select 1 from learning.catalogue_import_seen i where i.key = ${key} and i.lo_id = o.id)
     order by o.id limit ${limit}`);
  return rows.map((row) => row.id);
}

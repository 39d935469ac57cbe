import type { Database } from '@app/database';
import type { Clock } from '@app/kernel';
import { LimitReached } from '@app/limits';
import type { EventSink } from '../changes.js';
import type { ImportRecord } from '../import-record.js';
import {
  endRun,
  hasBadLines,
  getLine,
  recordProgress,
  recordSeen,
  startRun,
  listMissingObjects,
} from './import-run.queries.js';
import { readRecord, listShortcomings } from './read-record.js';
import { RepeatedKeys } from './repeated-keys.js';
import { retire } from './retire.js';
import { UnwritableRecord } from './unwritable-record.js';
import {
  listKeys,
  previewRecords,
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
  /** The line after which an interrupted import continued; 0 if it began at the start. */
  resumedAfter: number;
}

export interface ImportOptions {
  database: Database;
  clock: Clock;
  /** undefined: no portal is notified (for an initial load). */
  outbox?: EventSink | undefined;
  /** Names the source and how it is read: with the same key, an interrupted import continues where it stopped. */
  key?: string;
  /** Starts at the first line even if an import with this key was interrupted. */
  restart?: boolean;
  dryRun?: boolean;
  /** Retires objects of this import's providers that are no longer in the source. */
  prune?: boolean;
  /** Lines per transaction. */
  batchSize?: number;
  onBadLine?: (bad: BadLine) => void | Promise<void>;
  /** Called for values that are imported but will not work as intended. */
  onRemark?: (remark: BadLine) => void;
  /** Called after each batch and awaited, so it can slow the import down. */
  onBatch?: (summary: Readonly<ImportSummary>, line: number) => void | Promise<void>;
}

/** One line of a source: a value to be checked, or the reason why it could not be read. */
export type SourceLine = { line: number; value: unknown } | { line: number; fault: string };

/**
 * Imports records into the catalogue, streamed and in batches; each batch is one transaction that also records the
 * progress. Idempotent by provider and external_id: unchanged lines cause no write and no event; a line that repeats
 * the key of an earlier one is bad.
 */
export async function importCatalogue(
  source: AsyncIterable<SourceLine> | Iterable<SourceLine>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const run = new ImportRun(options);
  await run.begin();
  try {
    for await (const line of source) await run.process(line);
    return await run.end();
  } finally {
    await run.settled();
  }
}

/** Lines written together. */
interface Batch {
  lines: ImportLine[];
  /** Keys of these records and everything in them; a batch must not contain a key twice. */
  keys: Set<string>;
  /** The last line read into it. */
  upTo: number;
  /** The number of unreadable lines up to `upTo`. */
  bad: number;
}

const emptyBatch = (): Batch => ({ lines: [], keys: new Set(), upTo: 0, bad: 0 });

class ImportRun {
  readonly #summary: ImportSummary = {
    lines: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    retired: 0,
    bad: 0,
    resumedAfter: 0,
  };
  #batch = emptyBatch();
  /** Writes the previous batch while the next one is read. */
  #writing: Promise<void> = Promise.resolve();
  /** Keys that a dry run would have created. */
  readonly #previewedKeys = new Set<string>();
  readonly #repeated = new RepeatedKeys();
  readonly #batchSize: number;

  constructor(private readonly options: ImportOptions) {
    this.#batchSize = options.batchSize ?? 1_000;
  }

  async begin(): Promise<void> {
    const { database, key, dryRun, restart, clock } = this.options;
    if (key === undefined || dryRun) return;
    await database.write(async (tx) => {
      if (restart) await endRun(tx, key);
      await startRun(tx, key, clock.now());
    });
    this.#summary.resumedAfter = await getLine(database, key);
  }

  async process(line: SourceLine): Promise<void> {
    if (line.line <= this.#summary.resumedAfter) {
      if ('value' in line) this.#repeated.skip(line.line, line.value);
      return;
    }
    this.#summary.lines++;
    const record = this.#read(line);
    if (typeof record === 'string') {
      this.#batch.bad++;
      await this.#report({ line: line.line, reason: record });
    } else {
      const keys = listKeys(record);
      if (keys.some((key) => this.#batch.keys.has(key))) await this.#flush();
      for (const key of keys) this.#batch.keys.add(key);
      this.#batch.lines.push({ line: line.line, record });
      for (const reason of listShortcomings(record)) this.options.onRemark?.({ line: line.line, reason });
    }
    this.#batch.upTo = line.line;
    if (this.#batch.lines.length >= this.#batchSize) await this.#flush();
  }

  /** The record, or why the line is bad. */
  #read(line: SourceLine): ImportRecord | string {
    const record = 'fault' in line ? line.fault : readRecord(line.value);
    return typeof record === 'string' ? record : (this.#repeated.findFault(line.line, record) ?? record);
  }

  async end(): Promise<ImportSummary> {
    await this.#flush();
    await this.#writing;
    const { database, key, dryRun, prune } = this.options;
    if (key !== undefined && !dryRun) {
      if (prune) this.#summary.retired += await this.#prune(key);
      await database.write((tx) => endRun(tx, key));
    }
    return this.#summary;
  }

  /** Waits for writes in progress, whether they succeed or not. */
  settled(): Promise<void> {
    return this.#writing.catch(() => undefined);
  }

  /** Starts writing the batch once the previous one is written. @throws the error of the previous one */
  async #flush(): Promise<void> {
    const batch = this.#batch;
    if (batch.upTo === 0) return;
    this.#batch = emptyBatch();
    await this.#writing;
    this.#writing = this.#writeBatch(batch);
    void this.settled(); // a failure is thrown by the next flush, or at the end
  }

  async #writeBatch(batch: Batch): Promise<void> {
    const { database, dryRun } = this.options;
    const outcome = dryRun
      ? { ...(await previewRecords(database, batch.lines, this.#previewedKeys)), retired: 0 }
      : await this.#write(batch);
    this.#summary.created += outcome.created;
    this.#summary.updated += outcome.updated;
    this.#summary.unchanged += outcome.unchanged;
    this.#summary.retired += outcome.retired;
    for (const bad of outcome.bad) await this.#report(bad);
    await this.options.onBatch?.(this.#summary, batch.upTo);
  }

  /**
   * One transaction for the batch; if a record cannot be written, one for each record, so that only that one is bad.
   */
  async #write({ lines, upTo, bad }: Batch): Promise<Omit<BatchOutcome, 'seen'>> {
    try {
      return await this.#transact(lines, { line: upTo, bad });
    } catch (error) {
      if (!(error instanceof UnwritableRecord)) throw error;
    }
    const outcomes: Omit<BatchOutcome, 'seen'>[] = [];
    let unnoted = bad;
    for (const line of lines)
      try {
        outcomes.push(await this.#transact([line], { line: line.line, bad: unnoted }));
        unnoted = 0;
      } catch (error) {
        if (!(error instanceof UnwritableRecord)) throw error;
        unnoted++;
        outcomes.push({ ...nothing, bad: [{ line: line.line, reason: error.message }] });
      }
    outcomes.push(await this.#transact([], { line: upTo, bad: unnoted }));
    return outcomes.reduce(sum, nothing);
  }

  /**
   * @param progress.line how many lines of the source have been read, including these
   * @param progress.bad how many bad lines are not yet recorded
   */
  #transact(lines: ImportLine[], progress: { line: number; bad: number }): Promise<BatchOutcome> {
    const { database, clock, outbox, key, prune } = this.options;
    return database.write(async (tx) => {
      const outcome = await writeRecords(tx, lines, { now: clock.now(), outbox }).catch((error: unknown) => {
        throw error instanceof LimitReached ? new UnwritableRecord(error.message) : error;
      });
      if (key !== undefined) {
        await recordProgress(tx, key, progress.line, progress.bad + outcome.bad.length);
        if (prune) await recordSeen(tx, key, outcome.seen);
      }
      return outcome;
    });
  }

  async #report(bad: BadLine): Promise<void> {
    this.#summary.bad++;
    await this.options.onBadLine?.(bad);
  }

  /**
   * Retires, in batches, top-level objects that were on no line; none if any line was bad, because its object is
   * unknown.
   */
  async #prune(key: string): Promise<number> {
    const { database, outbox, clock } = this.options;
    let retired = 0;
    if (await hasBadLines(database, key)) return retired;
    for (;;) {
      const ids = await listMissingObjects(database, key, this.#batchSize);
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

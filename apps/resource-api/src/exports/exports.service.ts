import { Injectable, StreamableFile } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { enterExpensiveOperation } from '@app/http';
import { FairQuota, TooManyRequests } from '@app/kernel';
import { limits } from '@app/limits';
import { BYTE_ORDER_MARK } from '@app/tables';
import { Readable } from 'node:stream';
import { AuditRecorder } from '../audit/index.js';
import { lineWriter, mediaTypes, type ExportFormat, type ExportRecord } from './export-format.js';
import { isAdministratorNow } from './exports.queries.js';

/** Maximum number of rows in a batch; an export holds at most twice as many in memory. */
const BATCH = 500;
/** Seconds to wait before starting another export. */
const RETRY_SECONDS = 30;
/** Milliseconds that an export waits for its next batch. */
const BATCH_WAIT_MS = 30_000;

export interface Export {
  /** Name of the file, without extension. */
  name: string;
  format: ExportFormat;
  /** Whether CSV begins with the mark by which spreadsheets recognise UTF-8. */
  bom: boolean;
  /** Columns of CSV, in order. */
  columns: readonly string[];
  /** Reads rows with an id greater than `after`, by id; at most `limit`, and fewer if they are long. */
  read: (after: number, limit: number) => Promise<ExportBatch>;
}

interface ExportBatch {
  rows: { id: number; row: ExportRecord }[];
  /** Whether no rows follow. */
  isLast: boolean;
}

/**
 * Streams all rows of a kind as one file: in batches by key, each a separate statement, and no faster than the client
 * reads. Memory is bounded, and no transaction or connection is held between batches. If an export fails midway, the
 * connection is broken, so that an incomplete file cannot be mistaken for a complete one.
 */
@Injectable()
export class Exports {
  /** Exports in progress, by portal. */
  readonly #inFlight = new FairQuota();

  constructor(
    private readonly database: Database,
    private readonly audit: AuditRecorder,
  ) {}

  /** @throws TooManyRequests when the portal has too many in progress; the errors of the first batch */
  async send(actor: Actor, requested: Export): Promise<StreamableFile> {
    const release = this.#acquire(actor.portalId);
    try {
      const lines = this.#lines(actor, requested);
      const first = await lines.next(); // an error here gets its own answer
      const details = { what: requested.name, format: requested.format };
      await this.database.write((tx) => this.audit.record(tx, actor, { event: 'export.made', details }));
      const file = Readable.from(withFirst(first, lines), { objectMode: true, highWaterMark: 1 });
      file.once('close', release);
      return new StreamableFile(file, {
        type: mediaTypes[requested.format],
        disposition: `attachment; filename="${requested.name}.${requested.format}"`,
      });
    } catch (error) {
      release();
      throw error;
    }
  }

  async *#lines(actor: Actor, { format, bom, columns, read }: Export): AsyncGenerator<string, undefined> {
    const { header, line } = lineWriter(format, columns);
    const write = async (after: number) => {
      const { rows, isLast } = await read(after, BATCH);
      return { text: rows.map(({ row }) => line(row)).join(''), last: rows.at(-1)?.id ?? after, isLast };
    };
    let batch = await write(0); // the request itself still holds a permit
    const start = format === 'csv' && bom ? BYTE_ORDER_MARK + header : header;
    // an empty chunk would end the file
    if (start + batch.text !== '') yield start + batch.text;
    while (!batch.isLast) {
      // a slow reader may lose the right to read meanwhile
      if (!(await isAdministratorNow(this.database, actor.portalId, actor.accountId)))
        throw new Error('The export was ended: its reader is no longer an administrator.');
      const release = await enterExpensiveOperation(`portal ${actor.portalId}`, { waitMs: BATCH_WAIT_MS });
      batch = await write(batch.last).finally(release);
      if (batch.text !== '') yield batch.text;
    }
    return undefined;
  }

  #acquire(portalId: number): () => void {
    const portal = String(portalId);
    if (this.#inFlight.heldBy(portal) >= limits.exports.most) throw new TooManyRequests(RETRY_SECONDS);
    this.#inFlight.acquire(portal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#inFlight.release(portal);
      isHeld = false;
    };
  }
}

async function* withFirst(
  first: IteratorResult<string, undefined>,
  rest: AsyncGenerator<string, undefined>,
): AsyncGenerator<string> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

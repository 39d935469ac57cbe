import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { sql, type Database } from '@app/database';

/** Tables that must never be scanned fully for a page. */
const bigTables = new Set(['enrollments', 'accounts', 'persons']);
const ROLE = 'lp_api';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** How the big tables were read. */
export interface Reads {
  indexes: string[];
  /** Tables that were scanned fully. */
  fullScans: string[];
}

/** Plans of the resource API's statements, as logged by Postgres (auto_explain). */
export class PlanLog {
  #read: number;

  private constructor(private readonly file: string) {
    this.#read = this.#size();
  }

  /** Starts logging; the API's connections are closed, because the setting applies to new ones. */
  static async start(database: Database, file: string): Promise<PlanLog> {
    const settings = {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_format': 'json',
    };
    for (const [name, value] of Object.entries(settings)) {
      await database.many(
        sql`alter role ${sql.raw(ROLE)} set ${sql.raw(name)} = '${sql.raw(value)}'`.unprepared(),
      );
    }
    await database.many(sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${ROLE}`);
    return new PlanLog(file);
  }

  /**
   * Reads what was logged since the last call. @throws Error when there was nothing, which would prove
   * nothing
   */
  readNew(): Reads {
    const text = this.#newText();
    const indexes = new Set<string>();
    const fullScans = new Set<string>();
    const visit = (node: PlanNode): void => {
      if (node['Index Name']) indexes.add(node['Index Name']);
      if (node['Node Type'].includes('Seq Scan') && bigTables.has(node['Relation Name'] ?? '')) {
        fullScans.add(node['Relation Name']!);
      }
      node.Plans?.forEach(visit);
    };
    const plans = [...text.matchAll(/ plan:\n((?:\t.*\n)+)/g)];
    if (plans.length === 0) throw new Error(`${this.file} has no plans`);
    for (const [, lines] of plans) {
      visit((JSON.parse(lines!.replace(/^\t/gm, '')) as { Plan: PlanNode }).Plan);
    }
    return { indexes: [...indexes].sort(), fullScans: [...fullScans].sort() };
  }

  #size(): number {
    const file = openSync(this.file, 'r');
    try {
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  }

  #newText(): string {
    const buffer = Buffer.alloc(this.#size() - this.#read);
    const file = openSync(this.file, 'r');
    try {
      readSync(file, buffer, 0, buffer.length, this.#read);
    } finally {
      closeSync(file);
    }
    this.#read += buffer.length;
    return buffer.toString();
  }
}

import { metrics } from '@app/metrics';
import { readErrorCode, startDetail } from '@app/tracing';
import type { QueryResultRow } from 'pg';
import { DatabaseUnavailable, DatabaseBusy, postgresCode, translateError } from './errors.js';
import { camelCased, toQuery, type Statement } from './sql.js';

export interface Queryable {
  query(query: { text: string; values: unknown[]; name?: string }): Promise<{
    rows: QueryResultRow[];
    rowCount: number | null;
  }>;
}

/** How a statement is sent. Metrics group durations by it, because there are hundreds of texts. */
type Path = 'pool' | 'replica' | 'transaction' | 'vital';

/** Maximum characters of a statement in a trace. */
const MAX_TEXT_LENGTH = 2_000;

/**
 * Runs one statement, and records its duration in metrics and the trace. The trace contains its text, which has no
 * values.
 */
export async function runStatement(connection: Queryable, path: Path, statement: Statement) {
  const begin = performance.now();
  const span = startDetail('statement', () => ({
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': statement.text.slice(0, MAX_TEXT_LENGTH),
      'postgres.path': path,
    },
  }));
  try {
    const result = await connection.query(toQuery(statement));
    return statement.isCamelCased ? { ...result, rows: result.rows.map(camelCased) } : result;
  } catch (error) {
    const translated = translateError(error);
    metrics.postgres_statement_failures_total.inc({ path, reason: getFailureReason(translated) });
    span?.fail(postgresCode(error) ?? readErrorCode(error));
    throw translated;
  } finally {
    metrics.postgres_statement_duration_seconds.observe({ path }, (performance.now() - begin) / 1000);
    span?.end();
  }
}

const getFailureReason = (error: unknown): string =>
  error instanceof DatabaseUnavailable ? 'away' : error instanceof DatabaseBusy ? 'busy' : 'refused';

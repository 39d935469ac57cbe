import { Global, Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Database } from './transactions/database.js';
import { DedicatedConnection } from './connections/dedicated-connection.js';
import { ConnectionLimiter } from './connections/connection-limiter.js';
import { DatabaseReadiness } from './connections/readiness.js';
import { MAX_REPLICA_LAG_SECONDS, type StandbyConnections } from './replica/replica-reads.js';
import { TimeoutClient } from './connections/timeout-client.js';

/** The OID of Postgres's text[], for which pg has no name. */
const TEXT_ARRAY = 1009 as never;
const parseTexts = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => unknown;
/** Parses lists of plain words, such as scopes and roles; pg's own parser works character by character. */
const parseTextArray = (text: string): unknown =>
  /^\{[\w.]+(,[\w.]+)*\}$/.test(text) && !/\bnull\b/i.test(text)
    ? text.slice(1, -1).split(',')
    : parseTexts(text);

/** bigint and numeric as numbers (ids and prices stay far below 2^53), date as text. */
export function registerTypeParsers(): void {
  pg.types.setTypeParser(TEXT_ARRAY, parseTextArray);
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}

export interface DatabaseOptions {
  url: string;
  /** Visible in pg_stat_activity. */
  applicationName: string;
  poolSize: number;
  /** The name of the pool in metrics, for an app with several pools. */
  pool?: string;
  /** Milliseconds after which Postgres ends a statement. */
  statementTimeoutMs?: number;
  /** Milliseconds after the statement timeout at which a silent connection is closed. */
  silenceMs?: number;
  /**
   * Milliseconds that a request waits for a connection, and a statement for a lock; absent: locks are waited for
   * without limit.
   */
  waitMs?: number;
  /** Milliseconds after which Postgres ends an idle transaction; a minute if absent. */
  idleTransactionMs?: number;
  /**
   * Plans each statement once per connection, and with indexes even if its tables were nearly empty at the time. For
   * statements that find a few rows by key, however large the tables are.
   */
  forcesIndexPlans?: boolean;
  /**
   * URL of a streaming standby of the same server, for {@link Database.replica}; with the same number of connections.
   */
  replicaUrl?: string | undefined;
}

const KEYED = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** Postgres itself ends a slow statement; only this side can detect a network that drops packets. */
const limits = ({
  statementTimeoutMs = 30_000,
  silenceMs = 5_000,
  waitMs,
  idleTransactionMs = 60_000,
  ...options
}: DatabaseOptions) => ({
  statement_timeout: statementTimeoutMs,
  answerTimeoutMs: statementTimeoutMs + silenceMs,
  connectionTimeoutMillis: silenceMs,
  idle_in_transaction_session_timeout: idleTransactionMs,
  ...(waitMs !== undefined && { lock_timeout: waitMs }),
  ...(options.forcesIndexPlans && { options: KEYED }),
});

const connectionOptions = (options: DatabaseOptions) => ({
  type: 'postgres' as const,
  url: options.url,
  applicationName: options.applicationName,
  poolSize: options.poolSize,
  synchronize: false,
  logging: false,
  extra: { Client: TimeoutClient, ...limits(options) },
});

const VITAL_TIMEOUT_MS = 10_000;

const toConnectionConfig = (options: DatabaseOptions, statementTimeoutMs: number) => ({
  connectionString: options.url,
  application_name: options.applicationName,
  keepAlive: true,
  ...limits({ statementTimeoutMs, ...options }),
});

/** Uses its own connection; a readiness probe waits for at most two seconds. */
export const openReadiness = (options: DatabaseOptions): DatabaseReadiness =>
  new DatabaseReadiness(
    new DedicatedConnection({
      ...toConnectionConfig({ ...options, waitMs: 300, silenceMs: 500, statementTimeoutMs: 1_000 }, 1_000),
      connectionTimeoutMillis: 1_500,
    }),
  );

/** @returns undefined without a standby */
export function openStandby(
  options: DatabaseOptions,
  maxLagSeconds = MAX_REPLICA_LAG_SECONDS,
): StandbyConnections | undefined {
  if (options.replicaUrl === undefined) return undefined;
  const standby = { ...options, url: options.replicaUrl };
  return {
    pool: new pg.Pool({
      ...toConnectionConfig(standby, 30_000),
      max: options.poolSize,
      Client: TimeoutClient,
    }),
    probe: new DedicatedConnection({
      ...toConnectionConfig({ ...standby, silenceMs: 500, statementTimeoutMs: 1_000 }, 1_000),
      connectionTimeoutMillis: 1_500,
    }),
    maxLagSeconds,
  };
}

/**
 * Opens connections separate from the app's own; `dataSource.destroy()` closes them.
 * @throws when Postgres is down
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  registerTypeParsers();
  const { pool, poolSize, waitMs } = options;
  const source = await new DataSource(connectionOptions(options)).initialize();
  if (pool === undefined) return new Database(source);
  const limiter = new ConnectionLimiter({ name: pool, size: poolSize, waitMs });
  return new Database(source, undefined, limiter).observed(pool);
}

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    registerTypeParsers();
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({ ...connectionOptions(options), retryAttempts: 10, retryDelay: 1000 }),
      ],
      providers: [
        {
          provide: Database,
          inject: [getDataSourceToken(), DedicatedConnection, ConnectionLimiter],
          useFactory: (...parts: [DataSource, DedicatedConnection, ConnectionLimiter]) =>
            new Database(...parts, openStandby(options)).observed('main'),
        },
        {
          provide: DedicatedConnection,
          useFactory: () => new DedicatedConnection(toConnectionConfig(options, VITAL_TIMEOUT_MS)),
        },
        {
          provide: ConnectionLimiter,
          useFactory: () => new ConnectionLimiter({ size: options.poolSize, waitMs: options.waitMs }),
        },
        { provide: DatabaseReadiness, useFactory: () => openReadiness(options) },
      ],
      exports: [Database, DatabaseReadiness],
    };
  }
}

import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import { Database } from './database.js';
import { LookupConnections } from './lookup-connections.js';
import { OwnConnection } from './own-connection.js';
import { PoolShares } from './pool-shares.js';
import { DatabaseReadiness } from './readiness.js';
import { WatchedClient } from './watched-client.js';

/** The number of Postgres' type text[]; pg has no name for it. */
const TEXT_ARRAY = 1009 as never;
const parseTexts = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => unknown;
/** Lists of plain words, such as scopes and roles: pg's own parser goes letter by letter. */
const parseWords = (text: string): unknown =>
  /^\{[\w.]+(,[\w.]+)*\}$/.test(text) && !/\bnull\b/i.test(text)
    ? text.slice(1, -1).split(',')
    : parseTexts(text);

/** bigint and numeric as numbers (ids and prices stay far below 2^53), date as text. */
export function readTypes(): void {
  pg.types.setTypeParser(TEXT_ARRAY, parseWords);
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}

export interface DatabaseOptions {
  url: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  poolSize: number;
  entities?: MixedList<(new () => object) | EntitySchema>;
  /** Milliseconds after which Postgres ends a statement. */
  statementTimeoutMs?: number;
  /** Milliseconds, beyond those of the statement, after which a silent connection is given up. */
  silenceMs?: number;
  /**
   * Milliseconds that a request waits for a connection, and a statement for somebody else's lock; without it locks
   * have no limit.
   */
  waitMs?: number;
  /**
   * For statements that find a few rows by key, however large the tables are: each is planned once for each
   * connection, and by index even if its tables were nearly empty at that moment.
   */
  isKeyed?: boolean;
}

const KEYED = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** Postgres itself ends a statement in time; a network that swallows everything can only be detected on this side. */
const limits = ({ statementTimeoutMs = 30_000, silenceMs = 5_000, waitMs, ...options }: DatabaseOptions) => ({
  statement_timeout: statementTimeoutMs,
  answerTimeoutMs: statementTimeoutMs + silenceMs,
  connectionTimeoutMillis: silenceMs,
  idle_in_transaction_session_timeout: 60_000,
  ...(waitMs !== undefined && { lock_timeout: waitMs }),
  ...(options.isKeyed && { options: KEYED }),
});

const connectionOptions = (options: DatabaseOptions) => ({
  type: 'postgres' as const,
  url: options.url,
  applicationName: options.applicationName,
  poolSize: options.poolSize,
  entities: options.entities ?? [],
  synchronize: false,
  logging: false,
  extra: { Client: WatchedClient, ...limits(options) },
});

/** Lookups are short, and a hanging one holds up those behind it. */
const LOOKUP_TIMEOUT_MS = 10_000;
const VITAL_TIMEOUT_MS = 10_000;

const connectionOf = (options: DatabaseOptions, statementTimeoutMs: number) => ({
  connectionString: options.url,
  application_name: options.applicationName,
  keepAlive: true,
  ...limits({ statementTimeoutMs, ...options }),
});

const lookupConnections = (options: DatabaseOptions): LookupConnections =>
  new LookupConnections({ ...connectionOf(options, LOOKUP_TIMEOUT_MS), waitMs: options.waitMs });

/** Whoever asks for readiness waits two seconds at most. */
const readiness = (options: DatabaseOptions): DatabaseReadiness =>
  new DatabaseReadiness(
    new OwnConnection({
      ...connectionOf({ ...options, waitMs: 300, silenceMs: 500, statementTimeoutMs: 1_000 }, 1_000),
      connectionTimeoutMillis: 1_500,
    }),
  );

/** Connections separate from the app's own; `dataSource.destroy()` ends them. @throws when Postgres is away */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  readTypes();
  return new Database(await new DataSource(connectionOptions(options)).initialize());
}

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    readTypes();
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({ ...connectionOptions(options), retryAttempts: 10, retryDelay: 1000 }),
      ],
      providers: [
        Database,
        { provide: LookupConnections, useFactory: () => lookupConnections(options) },
        {
          provide: OwnConnection,
          useFactory: () => new OwnConnection(connectionOf(options, VITAL_TIMEOUT_MS)),
        },
        {
          provide: PoolShares,
          useFactory: () => new PoolShares({ size: options.poolSize, waitMs: options.waitMs }),
        },
        { provide: DatabaseReadiness, useFactory: () => readiness(options) },
      ],
      exports: [Database, DatabaseReadiness],
    };
  }
}

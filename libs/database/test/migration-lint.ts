import { temporaryFolder } from '@app/testing';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'libpg-query';

/** A statement of a migration that could hold up or break the servers of the version before. */
export interface Finding {
  /** `-- allow <rule>: <reason>` before the statement lets it pass. */
  rule: string;
  /** Its effect, and the better way. */
  message: string;
  statement: string;
}

/** Rules of squawk that do not fit: each says why. */
const LEFT_OUT = [
  'require-lock-timeout', // migrate() sets it for all
  'require-statement-timeout', // batches and the lock timeout bound what others wait for
  'prefer-robust-stmts', // what runs in a transaction is undone as a whole; ConcurrentIndexes drops what is left
  'prefer-bigint-over-int', // the size of a number is the schema's affair
  'prefer-identity',
  'prefer-text-field',
  'identifier-too-long',
];

interface ParsedStatement {
  /** In bytes of UTF-8. */
  stmt_location?: number;
  stmt_len?: number;
  stmt: Record<string, unknown>;
}

/** The statements for which squawk has no rule, by the name that Postgres' parser gives the statement. */
const HEAVY: Record<string, string> = {
  UpdateStmt: 'locks every row that it changes until the migration ends: make it a BatchedChange',
  DeleteStmt: 'locks every row that it deletes until the migration ends: make it a BatchedChange',
  MergeStmt: 'locks every row that it changes until the migration ends: make it a BatchedChange',
  TruncateStmt: 'takes what servers may be reading',
  LockStmt: 'holds up everybody who needs the table',
  ClusterStmt: 'rewrites the table, which nobody can read meanwhile',
  DoStmt: 'hides its statements from this check',
};

/**
 * Checks the statements of one migration: by squawk, and for a few things that squawk has no rule for.
 * @param inTransaction whether the migration runs in one transaction
 */
export async function lintMigration(sql: string, inTransaction: boolean): Promise<Finding[]> {
  const statements = await parseStatements(sql);
  const foundRows = [
    ...bySquawk(sql, inTransaction).map(({ line, rule, message }) => ({
      rule,
      message,
      statement: statements.findLast(({ firstLine }) => firstLine <= line) ?? statements[0]!,
    })),
    ...statements.flatMap((statement) =>
      heavyParts(statement.tree, inTransaction).map((part) => ({ ...part, statement })),
    ),
  ];
  return foundRows
    .filter(({ rule, statement }) => !statement.allowed.includes(rule))
    .map(({ rule, message, statement }) => ({ rule, message, statement: statement.text }));
}

interface LintedStatement {
  text: string;
  firstLine: number;
  allowed: string[];
  tree: Record<string, unknown>;
}

async function parseStatements(sql: string): Promise<LintedStatement[]> {
  const bytes = Buffer.from(sql);
  const { stmts = [] } = (await parse(sql)) as { stmts?: ParsedStatement[] };
  let end = 0;
  return stmts.map(({ stmt_location: location = 0, stmt_len: length, stmt }) => {
    // the comments above it count, which the parser leaves out
    const start = end;
    end = length === undefined ? bytes.length : location + length + ';'.length;
    const text = bytes.subarray(start, end).toString().trim();
    return {
      text,
      firstLine: bytes.subarray(0, location).toString().split('\n').length,
      // a reason has more than one word
      allowed: [...text.matchAll(/^\s*-- allow ([\w-]+): \S+ \S.*$/gm)].map(([, rule]) => rule!),
      tree: stmt,
    };
  });
}

function heavyParts(tree: unknown, inTransaction: boolean): { rule: string; message: string }[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([kind, part]) => {
    if (kind === 'CreateFunctionStmt') return []; // what is in it runs later
    // a migration outside a transaction that changes rows changes a batch of them
    const isBatch = !inTransaction && ['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(kind);
    const message = isBatch ? undefined : HEAVY[kind];
    const ownFaults = message === undefined ? [] : [{ rule: formatRule(kind), message }];
    return [...ownFaults, ...heavyParts(part, inTransaction)];
  });
}

/** `UpdateStmt` is `no-update`. */
const formatRule = (kind: string): string => `no-${kind.replace('Stmt', '').toLowerCase()}`;

interface Violation {
  line: number;
  rule: string;
  message: string;
}

/** @throws Error when squawk does not run */
function bySquawk(sql: string, inTransaction: boolean): Violation[] {
  const folder = temporaryFolder();
  const file = join(folder, 'migration.sql');
  writeFileSync(file, sql);
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [
      require.resolve('squawk-cli/js/bin/squawk'),
      '--pg-version=18',
      '--reporter=json',
      inTransaction ? '--assume-in-transaction' : '--no-assume-in-transaction',
      `--exclude=${LEFT_OUT.join(',')}`,
      file,
    ],
    { encoding: 'utf8' },
  );
  if (error ?? !stdout.startsWith('[')) throw error ?? new Error(`squawk: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { line: number; rule_name: string; message: string; help?: string }[]).map(
    ({ line, rule_name: rule, message, help }) => ({
      line: line + 1,
      rule,
      message: [message, help].filter(Boolean).join(' '),
    }),
  );
}

import { ConnectionReader, useDatabase } from '@app/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { otherObjects, schemaText } from '../../test/schema-text.js';
import { allFunctions } from '../../test/all-functions.js';
import { sql } from '../sql/sql.js';
import { dbFunction, type DbFunction } from './db-function.js';

const harness = useDatabase();

const FILE = join(__dirname, 'schema.sql');

describe('schema.sql', () => {
  it('matches the migrations', async () => {
    const text = await schemaText(harness.db);
    if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  });

  it('includes every kind of object', async () => {
    expect(await otherObjects(harness.db)).toEqual([]);
  });

  it.each([
    'create view learning.v as select 1',
    "create type learning.colour as enum ('red')",
    'create domain learning.d as int',
    'create policy p on learning.outbox using (true)',
    'create statistics learning.s on id, portal_id from learning.learning_objects',
  ])('would find: %s', async (statement) => {
    const client = await harness.db.connect();
    const reader = new ConnectionReader(client);
    await client.query(`begin; ${statement}`);
    const foundNames = await otherObjects(reader);
    await client.query('rollback');
    client.release();
    expect(foundNames).toHaveLength(1);
  });
});

/** If one changes, stored values differ from computed ones until a migration rewrites them. */
const FROZEN: Record<string, string> = {
  'learning.composed': '7cddff5f31d30a8f759899389293a783a67e05a55700788f04003b6e6c2f957a',
  'learning.compounds': '8267ed6bd27867f9b5f5ed808cd67932a0d06c38e237006fc553cdbf11c122ca',
  'learning.pieces': 'eddae8857f4aaeda4788ec6aded041d695120bcdb980cf0df38d2a0f0c3242b3',
  'learning.plain': 'd7c5bfee70420d1046fd88cb258283763e9bdd4ce2b542f2033846f1fd476b20',
  'learning.stem': 'd9269289b573553bcc5d22d54c685dc271b7ebe935bce9597a741a589b94cb99',
  'learning.stem_by': 'd0279318b66a4f73cef13fdccac16176157f98481fa33f4fac0582639cd0c85b',
  'learning.stemmer': 'e08db2bc5190b40d07c61a0b7fca21e33714499e1e6a5c5cdeedbab1033dbc55',
  'learning.words': '4b7e089e98ba3feaa11387dc084d7e91b697b1704b9e86ffb346d9c978dd99ff',
};

describe('the functions of the database', () => {
  let functions: DbFunction[];
  beforeAll(async () => (functions = await allFunctions()));

  it('are all in the database, each with today’s text, whose bodies Postgres accepts', async () => {
    const inDatabase = await harness.db.many<{ name: string }>(sql`
      select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('identity', 'auth', 'learning', 'maintenance') order by 1`);
    expect(functions.map(({ name }) => name).toSorted()).toEqual(inDatabase.map(({ name }) => name));
    const client = await harness.db.connect();
    try {
      const reader = new ConnectionReader(client);
      await client.query('begin; set local check_function_bodies = on');
      for (const { text } of functions) await client.query(text);
      expect(await schemaText(reader)).toBe(readFileSync(FILE, 'utf8'));
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('never change if their results are stored', () => {
    const sums = functions
      .filter(({ frozen }) => frozen)
      .map(({ name, text }) => [name, createHash('sha256').update(text).digest('hex')]);
    expect(Object.fromEntries(sums)).toEqual(FROZEN);
  });

  it.each([
    ['another name', 'create or replace function auth.other() returns void language sql as $$ select $$'],
    ['no string', 'create or replace function auth.one() returns int language sql return 1'],
    ['begin atomic', 'create or replace function auth.one() language sql begin atomic select 1; end'],
  ])('are refused with a text of %s', (_what, text) => {
    expect(() => dbFunction('auth.one', {}, text)).toThrow(TypeError);
  });
});

import { ConnectionReader, useDatabase } from '@app/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherObjects, schemaText } from '../../test/schema-text.js';

const FILE = join(__dirname, 'schema.sql');

describe('schema.sql', () => {
  const harness = useDatabase();

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

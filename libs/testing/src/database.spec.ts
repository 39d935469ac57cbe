import { Client } from 'pg';
import { createTestDatabase, testRedis, testServices } from './index.js';

async function databases(): Promise<string[]> {
  const client = new Client({ connectionString: testServices().postgres });
  await client.connect();
  try {
    return (await client.query<{ datname: string }>('select datname from pg_database')).rows.map(
      (row) => row.datname,
    );
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('returns separate databases, even if created in parallel, and drops them', async () => {
    const createdDatabases = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()));
    const names = createdDatabases.map((one) => one.name);
    expect(await databases()).toEqual(expect.arrayContaining(names));
    await Promise.all(createdDatabases.map((one) => one.drop()));
    expect((await databases()).filter((name) => names.includes(name))).toEqual([]);
  });

  it('leaves a database alone while somebody is still connected', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.urls.owner });
    await client.connect();
    await database.drop();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });
});

describe('testRedis', () => {
  it('returns a different key prefix each time', () => {
    expect(testRedis().REDIS_PREFIX).not.toBe(testRedis().REDIS_PREFIX);
    expect(testRedis().REDIS_URL).toBe(testServices().redis);
  });
});

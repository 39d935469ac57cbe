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
  it('gives databases apart from each other, made in parallel, and drops them though somebody is connected', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()));
    expect(await databases()).toEqual(expect.arrayContaining(made.map((one) => one.name)));
    const client = new Client({ connectionString: made[0]?.urls.owner });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table mine()');
    await Promise.all(made.map((one) => one.drop()));
    expect(await databases()).not.toEqual(expect.arrayContaining([made[0]?.name]));
  });
});

describe('testRedis', () => {
  it('gives a key prefix of its own each time', () => {
    expect(testRedis().prefix).not.toBe(testRedis().prefix);
    expect(testRedis().url).toBe(testServices().redis);
  });
});

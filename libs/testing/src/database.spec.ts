import { Client } from 'pg';
import { createTestDatabase } from './index.js';

describe('createTestDatabase', () => {
  it('does not drop a database with open connections', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.urls.owner });
    await client.connect();
    await database.drop();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });
});

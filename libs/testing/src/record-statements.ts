import { Client, type QueryConfig } from 'pg';

/** The statements that this process's servers send to Postgres while `work` runs, without transaction control. */
export async function recordStatements(work: () => Promise<unknown>): Promise<QueryConfig[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls
      .map(
        ([askedQuery, values]) =>
          (typeof askedQuery === 'string' ? { text: askedQuery, values } : askedQuery) as QueryConfig,
      )
      .filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text));
  } finally {
    query.mockRestore();
  }
}

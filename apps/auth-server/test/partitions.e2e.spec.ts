import { utcDay } from '@app/kernel';
import { password, rows, useAuthServers } from './auth-stack.js';
import { token } from './requests.js';

const stack = useAuthServers();

/** Tables that a plan touches, default and daily partitions by their own names. */
async function touched(statement: string, values: unknown[]): Promise<string[]> {
  const plans = await rows<{ 'QUERY PLAN': string }>(
    stack,
    `explain (analyze, timing off, costs off) ${statement}`,
    values,
  );
  return plans
    .map((row) => row['QUERY PLAN'])
    .filter((line) => !line.includes('never executed'))
    .flatMap((line) => /on (\w+_(?:\d{8}|default))/.exec(line)?.[1] ?? []);
}

describe('with 400 partitions', () => {
  it('redeeming, refreshing and revoking touch one of them', async () => {
    for (const table of ['access_tokens', 'refresh_tokens', 'codes']) {
      await rows(stack, `select maintenance.ensure_day_partitions('auth.${table}', current_date - 390, 391)`);
    }
    const day = utcDay(stack.clock.now());
    const name = day.replaceAll('-', '');
    for (const table of ['refresh_tokens', 'codes']) {
      const lookUp = `select 1 from auth.${table} where day = $1 and hash = $2`;
      expect(new Set(await touched(lookUp, [day, Buffer.alloc(32)]))).toEqual(new Set([`${table}_${name}`]));
      const spend = `update auth.${table} set used_at = clock_timestamp() where day = $1 and hash = $2 and used_at is null`;
      const plan = await rows<{ 'QUERY PLAN': string }>(stack, `explain (costs off) ${spend}`, [
        day,
        Buffer.alloc(32),
      ]);
      const scans = plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Scan'));
      expect(scans).toHaveLength(1);
      expect(scans[0]).toContain(`${table}_${name}`);
    }
    const answer = await token(stack, { grant_type: 'password', username: 'admin@a.example', password });
    expect(answer.status).toBe(200);
    expect(
      (await token(stack, { grant_type: 'refresh_token', refresh_token: answer.body.refresh_token })).status,
    ).toBe(200);
  }, 120_000);

  it('rows of the default partition move into the daily one that is made for them', async () => {
    const day = '2031-01-05';
    await rows(stack, `insert into auth.access_tokens values ($1, 'j', 's', 'c', null, null, 1, now())`, [
      day,
    ]);
    expect(await rows(stack, 'select 1 from auth.access_tokens_default')).toHaveLength(1);
    await rows(stack, `select maintenance.ensure_day_partitions('auth.access_tokens', $1, 1)`, [day]);
    expect(await rows(stack, 'select 1 from auth.access_tokens_default')).toEqual([]);
    expect(await rows(stack, 'select 1 from auth.access_tokens_20310105')).toHaveLength(1);
  });
});

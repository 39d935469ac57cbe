import { commandLine, schedule, type AuditOrigin } from '@app/access';
import { type Database, sql } from '@app/database';
import { TestClock, useDatabase } from '@app/testing';
import { KeyRotation, SigningKeyQueries, type KeyPurpose } from '@app/signing-keys';
import { readAudit } from './clients.queries.js';

const daySeconds = 86_400;

describe('signing keys in the audit log', () => {
  const harness = useDatabase();
  let server: Database;
  const clock = new TestClock();

  beforeAll(async () => {
    server = await harness.open('auth');
  });

  const rotation = (database: Database, origin: AuditOrigin, purpose?: KeyPurpose) =>
    new KeyRotation(
      database,
      new SigningKeyQueries(database, purpose),
      clock,
      { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), SIGNING_ALG: 'ES256' },
      origin,
    );
  const drainAudit = async () => {
    const lines = await readAudit(harness.database, { limit: 50 });
    await harness.db.many(sql`delete from auth.audit_log`);
    return lines.reverse().map(({ event, userAgent, details }) => [event, userAgent, details]);
  };
  const kids = async () =>
    await harness.db.column<string>(sql`select kid from auth.signing_keys order by signs_from`);
  const byHand = expect.stringMatching(/^command line, /);

  it('published on schedule: the first one, and its successor once, in time', async () => {
    const byTime = rotation(server, schedule);
    await byTime.ensureCurrent();
    await byTime.ensureCurrent();
    await byTime.keepSchedule();
    const [first] = await kids();
    expect(await drainAudit()).toEqual([
      ['signing_key.published', 'schedule', { kid: first, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    clock.advance(90 * daySeconds);
    await byTime.keepSchedule();
    await byTime.keepSchedule();
    const [, next] = await kids();
    expect(await drainAudit()).toEqual([
      ['signing_key.published', 'schedule', { kid: next, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    clock.advance(2 * daySeconds);
    await byTime.keepSchedule();
    expect(await drainAudit()).toEqual([['signing_key.removed', 'schedule', { kid: first }]]);
  });

  it('rotated and revoked on the command line: records actor and key', async () => {
    const byCommand = rotation(harness.database, commandLine());
    const [current] = await kids();
    const next = await byCommand.rotate();
    expect(await byCommand.rotate()).toBe(next);
    expect(await drainAudit()).toEqual([
      ['signing_key.published', byHand, { kid: next, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    expect(await byCommand.revoke(current!)).toBe(next);
    expect(await drainAudit()).toEqual([
      ['signing_key.revoked', byHand, { kid: current }],
      ['signing_key.promoted', byHand, { kid: next }],
    ]);
    const fresh = await byCommand.revoke(next);
    expect(await drainAudit()).toEqual([
      ['signing_key.revoked', byHand, { kid: next }],
      ['signing_key.published', byHand, { kid: fresh, alg: 'ES256', signs_from: expect.any(String) }],
    ]);
    expect(await byCommand.revoke('unknown')).toBeUndefined();
    expect(await drainAudit()).toEqual([]);
  });

  it('records the purpose of ID token keys, whose rotation does not affect keys of access tokens', async () => {
    const before = await kids();
    const byCommand = rotation(harness.database, commandLine(), 'ID tokens');
    await byCommand.ensureCurrent();
    const next = await byCommand.rotate();
    expect(
      (await drainAudit()).map(([event, , details]) => [event, (details as Record<string, string>)['of']]),
    ).toEqual([
      ['signing_key.published', 'ID tokens'],
      ['signing_key.published', 'ID tokens'],
    ]);
    expect(await kids()).toEqual(before);
    expect(await byCommand.revoke(before[0]!)).toBeUndefined();
    expect(await byCommand.revoke(next)).not.toBe(next);
    await drainAudit();
  });

  it('a change is rolled back when its row cannot be written', async () => {
    const before = await kids();
    await harness.db.many(sql`
      alter table auth.audit_log add constraint closed check (event not like 'signing_key%')`);
    await expect(rotation(harness.database, commandLine()).rotate()).rejects.toThrow();
    expect(await kids()).toEqual(before);
    await harness.db.many(sql`alter table auth.audit_log drop constraint closed`);
  });
});

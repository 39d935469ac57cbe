import { operatorsCredentials } from '@app/clients';
import { sql } from '@app/database';
import { ConfigError, sha256, systemClock } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { generateKeyPair, exportJWK } from 'jose';
import { applyBootstrap, Bootstrap } from '@app/bootstrap-files';
import {
  addClientKeys,
  createClient,
  regenerateSecret,
  rescopeClient,
  switchClient,
  type ClientOptions,
} from './clients.js';
import { createProgram } from '../program.js';
import { readAudit } from './clients.queries.js';

describe('auth clients', () => {
  const harness = useDatabase();

  beforeAll(async () => {
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (1, 'a.example', 'A')`);
  });

  /** Reads the audit log, oldest first, and empties it. */
  const drainAudit = async () => {
    const lines = await readAudit(harness.database, { limit: 50 });
    await harness.db.many(sql`delete from auth.audit_log`);
    return lines.reverse();
  };
  const readClient = async (id: string) =>
    (
      await harness.db.many<{
        status: number;
        scopes: string[];
        secret_hash: Buffer;
        previous_secret_hash: Buffer | null;
        updated_time: Date;
        is_special: boolean;
      }>(sql`
        select status, scopes, secret_hash, previous_secret_hash, updated_time, is_special from auth.clients
         where client_id = '${sql.raw(id)}'`)
    )[0]!;
  const longAgo = (id: string) =>
    harness.db.many(sql`
      update auth.clients set updated_time = '2020-01-01' where client_id = '${sql.raw(id)}'`);
  const revoked = () => harness.db.many<object>(sql`select client_id from auth.revocations`);

  it('create: registers the client and records it in the audit log, without the secret', async () => {
    const { secret } = await createClient(harness.database, 'One', {
      id: 'one',
      portal: 'a.example',
      secret: true,
      special: false,
    });
    const lines = await drainAudit();
    expect(lines).toEqual([
      expect.objectContaining({
        event: 'client.created',
        clientId: 'one',
        ip: null,
        userAgent: expect.stringMatching(/^command line, .+@.+/),
        details: { name: 'One', has_secret: true, special: false },
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect((await readClient('one')).secret_hash).toEqual(sha256(secret!));
  });

  it('create: takes several redirect addresses, in their order', async () => {
    const addresses = ['https://one.example/cb', 'https://two.example/cb', 'http://localhost:5000/cb'];
    const command = createProgram()
      .commands.find((one) => one.name() === 'auth')!
      .commands.find((one) => one.name() === 'clients')!
      .commands.find((one) => one.name() === 'create')!;
    command.parseOptions(addresses.flatMap((address) => ['--redirect', address]));
    const create = (redirect: string[] | undefined) =>
      createClient(harness.database, 'Several', {
        ...command.opts<ClientOptions>(),
        id: 'several',
        ...(redirect && { redirect }),
      });
    await expect(create([addresses[0]!, addresses[0]!])).rejects.toThrow(/is repeated/);
    const eleven = Array.from({ length: 11 }, (_, n) => `https://${n}.example/cb`);
    await expect(create(eleven)).rejects.toThrow(/at most 10/);
    expect(await drainAudit()).toEqual([]);
    await create(undefined);
    const stored = await harness.db.many(sql`
      select redirect_uri from auth.clients where client_id = 'several'
      union all
      (select redirect_uri from auth.client_redirect_uris where client_id = 'several' order by 1 desc)`);
    expect(stored.map((row) => row['redirect_uri'])).toEqual(addresses);
    await drainAudit();
  });

  it('create: stores no client or audit row if the client_id is taken', async () => {
    await expect(
      createClient(harness.database, 'Again', { id: 'one', secret: true, special: false }),
    ).rejects.toThrow();
    expect(await drainAudit()).toEqual([]);
  });

  it('status: ends the tokens of a client that is disabled, and records the time and both states', async () => {
    await longAgo('one');
    await switchClient(harness.database, 'one', 0);
    expect((await readClient('one')).status).toBe(0);
    expect((await readClient('one')).updated_time.getFullYear()).toBeGreaterThan(2020);
    expect(await revoked()).toEqual([{ client_id: 'one' }]);
    await switchClient(harness.database, 'one', 1);
    expect(await revoked()).toHaveLength(1);
    expect((await drainAudit()).map(({ event, clientId, details }) => [event, clientId, details])).toEqual([
      ['client.changed', 'one', { what: 'status', before: 1, after: 0 }],
      ['client.changed', 'one', { what: 'status', before: 0, after: 1 }],
    ]);
  });

  it('scopes: a reduction ends the access tokens; the audit row has both lists', async () => {
    await rescopeClient(harness.database, 'one', ['lo.read', 'lo.write']);
    await harness.db.many(sql`delete from auth.revocations`);
    await longAgo('one');
    await drainAudit();
    await rescopeClient(harness.database, 'one', ['lo.read', 'lo.write', 'user.login']);
    expect(await revoked()).toEqual([]);
    await rescopeClient(harness.database, 'one', ['lo.read']);
    expect(await revoked()).toEqual([{ client_id: 'one' }]);
    expect((await readClient('one')).updated_time.getFullYear()).toBeGreaterThan(2020);
    expect((await drainAudit()).map(({ details }) => details)).toEqual([
      { what: 'scopes', before: 'lo.read lo.write', after: 'lo.read lo.write user.login' },
      { what: 'scopes', before: 'lo.read lo.write user.login', after: 'lo.read' },
    ]);
  });

  it('add-keys: the audit row names the kids', async () => {
    const { publicKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k-1' };
    await addClientKeys(harness.database, 'one', JSON.stringify({ keys: [jwk] }));
    expect(await harness.db.many(sql`select client_id, kid from auth.client_keys`)).toEqual([
      { client_id: 'one', kid: 'k-1' },
    ]);
    expect((await drainAudit()).map(({ details }) => details)).toEqual([{ what: 'keys', added: 'k-1' }]);
  });

  it('regenerate-secret: the old one stops immediately or after the grace period; neither is in the log', async () => {
    const before = (await readClient('one')).secret_hash;
    const first = await regenerateSecret(harness.database, 'one', 600);
    expect(await readClient('one')).toMatchObject({
      secret_hash: sha256(first),
      previous_secret_hash: before,
    });
    const second = await regenerateSecret(harness.database, 'one', 0);
    expect(await readClient('one')).toMatchObject({
      secret_hash: sha256(second),
      previous_secret_hash: null,
    });
    const lines = await drainAudit();
    expect(lines.map(({ event, details }) => [event, details])).toEqual([
      ['client.secret_regenerated', { grace_seconds: 600 }],
      ['client.secret_regenerated', { grace_seconds: 0 }],
    ]);
    for (const secret of [first, second]) expect(JSON.stringify(lines)).not.toContain(secret);
    await createClient(harness.database, 'Open', { id: 'open', secret: false, special: false });
    await drainAudit();
    await expect(regenerateSecret(harness.database, 'open', 0)).rejects.toThrow(/no secret/);
    await expect(regenerateSecret(harness.database, 'one', 86_401)).rejects.toThrow(/grace/);
  });

  it('names an unknown client or scope, and writes nothing', async () => {
    await expect(switchClient(harness.database, 'nobody', 0)).rejects.toThrow(ConfigError);
    await expect(rescopeClient(harness.database, 'nobody', ['lo.read'])).rejects.toThrow(/no client nobody/);
    await expect(rescopeClient(harness.database, 'one', ['everything'])).rejects.toThrow(/Unknown scope/);
    await expect(addClientKeys(harness.database, 'one', 'x')).rejects.toThrow(/JWK Set/);
    expect(await drainAudit()).toEqual([]);
  });

  it('apply: records a new or changed client, never one that already matches the file', async () => {
    const applyClient = (name: string, scopes: string[]) =>
      apply(
        { clients: [{ id: 'filed', name, secret: { env: 'SECRET' }, scopes }] },
        { SECRET: 'a-secret-of-the-environment' },
      );
    await harness.db.many(sql`delete from auth.revocations`);
    await applyClient('Filed', ['lo.read', 'lo.write']);
    await applyClient('Filed', ['lo.read', 'lo.write']);
    await applyClient('Renamed', ['lo.read', 'lo.write']);
    expect(await revoked()).toEqual([]);
    await applyClient('Renamed', ['lo.read']);
    expect(await revoked()).toEqual([{ client_id: 'filed' }]);
    const lines = await drainAudit();
    expect(lines.map(({ event, clientId }) => [event, clientId])).toEqual([
      ['client.created', 'filed'],
      ['client.changed', 'filed'],
      ['client.changed', 'filed'],
    ]);
    expect(JSON.stringify(lines)).not.toContain('a-secret-of-the-environment');
  });

  const apply = (file: object, env: Record<string, string> = {}) =>
    applyBootstrap(harness.database, Bootstrap.parse(file), {
      clock: systemClock,
      env: { NODE_ENV: 'test', ...env },
      events: false,
    });

  describe('a client with special permissions', () => {
    const special = { id: 'special-app', name: 'Special', special: true };
    const good = { ...special, secret: 'a-good-secret' };
    const bad: [what: string, entry: object][] = [
      ['without a secret', special],
      ['with implicit', { ...good, grants: ['client_credentials', 'implicit'] }],
    ];

    it.each(bad)('apply: is refused %s, naming the field', async (_what, entry) => {
      const result = Bootstrap.safeParse({ clients: [entry] });
      expect(result.error?.issues).toMatchObject([{ path: ['clients', 0, 'special'] }]);
    });

    it.each([
      ['without a secret', { secret: false, special: true }],
      ['with implicit', { secret: true, special: true, grants: ['client_credentials', 'implicit'] }],
    ] as [string, Omit<ClientOptions, 'id'>][])(
      'auth clients create: is refused %s',
      async (_what, options) => {
        const creation = createClient(harness.database, 'Special', { id: 'special-app', ...options });
        await expect(creation).rejects.toThrow(ConfigError);
        await expect(creation).rejects.toThrow(/special permissions/);
        expect(
          await harness.db.many(sql`
          select 1 from auth.clients where client_id = 'special-app'`),
        ).toEqual([]);
      },
    );

    it('is refused by client registration for every caller, when new and when changed', async () => {
      const registration = {
        clientId: 'special-app',
        name: 'Special',
        secret: 'a-good-secret',
        redirectUri: null,
        portalId: null,
        isSpecial: true,
      };
      const wrong = [
        { ...registration, secret: null },
        { ...registration, grants: ['implicit'] },
      ];
      const now = systemClock.now();
      const refuses = (way: 'create' | 'apply', one: (typeof wrong)[number]) =>
        expect(
          harness.database.write(
            async (tx) => void (await operatorsCredentials[way](tx, one, 'operator', now)),
          ),
        ).rejects.toThrow(ConfigError);
      for (const one of wrong) for (const way of ['create', 'apply'] as const) await refuses(way, one);
      await apply({ clients: [good] });
      for (const one of wrong) await refuses('apply', one);
      expect(await readClient('special-app')).toMatchObject({ is_special: true });
    });

    it('is refused by the database, regardless of who writes it', async () => {
      for (const change of [
        `secret_hash = null, grants = '{authorization_code}'`,
        `grants = '{authorization_code,implicit}'`,
      ])
        await expect(
          harness.db.many(sql`update auth.clients set ${sql.raw(change)} where client_id = 'special-app'`),
        ).rejects.toMatchObject({ code: '23514', constraint: 'clients_special' });
      await expect(
        harness.db.many(sql`
          update auth.clients set introspects_all = true, secret_hash = null, is_special = false, grants = '{}'
           where client_id = 'special-app'`),
      ).rejects.toMatchObject({ code: '23514' });
    });
  });

  it('apply: does not enable a disabled client', async () => {
    const client = { id: 'off-app', name: 'Off', secret: 'off-secret' };
    await apply({ clients: [client] });
    await switchClient(harness.database, 'off-app', 0);
    await apply({ clients: [{ ...client, name: 'Renamed' }] });
    expect((await readClient('off-app')).status).toBe(0);
  });

  it.each(['p+q%41', 'with blank', 'caf\u00e9', ''])(
    'apply: refuses the secret %j, which Basic would alter in transit',
    async (secret) => {
      const client = { id: 'plus-app', name: 'Plus' };
      expect(Bootstrap.safeParse({ clients: [{ ...client, secret }] }).success).toBe(false);
      const byVariable = apply({ clients: [{ ...client, secret: { env: 'SECRET' } }] }, { SECRET: secret });
      await expect(byVariable).rejects.toThrow(ConfigError);
    },
  );

  it('apply: introspects_all only with a secret', () => {
    const client = { id: 'open-app', name: 'Open', introspects_all: true };
    expect(Bootstrap.safeParse({ clients: [client] }).error?.issues[0]?.path).toEqual([
      'clients',
      0,
      'introspects_all',
    ]);
    expect(Bootstrap.safeParse({ clients: [{ ...client, secret: 'a-secret' }] }).success).toBe(true);
  });

  it('apply: refuses an address of the applications’ own domain for a person', () => {
    const person = { email: 'x@clients.invalid', first_name: 'A', last_name: 'B', accounts: [] };
    expect(Bootstrap.safeParse({ people: [person] }).error?.issues[0]?.path).toEqual(['people', 0, 'email']);
  });

  it.each([
    ['short', 'must have at least 8 characters'],
    ['iloveyou', 'is one of the most common passwords'],
  ])('apply: refuses the password %s naming its person, and creates no person', async (bad, words) => {
    const person = { email: 'ada@filed.example', first_name: 'A', last_name: 'B', accounts: [] };
    const applying = apply({ people: [{ ...person, password: { env: 'SECRET' } }] }, { SECRET: bad });
    await expect(applying).rejects.toThrow(`ada@filed.example: the password ${words}.`);
    expect(await harness.db.many(sql`select 1 from identity.persons where email = ${person.email}`)).toEqual(
      [],
    );
  });
});

import { randomBytes } from 'node:crypto';
import { createEmptyDatabase, Owner } from '@app/testing';
import pg from 'pg';
import { granted } from '../../test/granted.js';
import { statedGrants } from '../../test/stated-grants.js';
import { sql } from '../sql/sql.js';
import { migrate, type MigrateOptions } from './migrate.js';
import { migrations } from './migrations/index.js';
import { RoleNames } from './role-names.js';
import { RolesRefused } from './roles.js';

const random = () => randomBytes(5).toString('hex');

/** A database whose owner is no superuser, as a managed Postgres gives it. */
class Environment {
  readonly owner = `owner_${random()}`;
  url!: string;
  db!: Owner;
  #drop!: () => Promise<void>;
  #address!: string;

  constructor(
    readonly prefix: string,
    readonly attributes = 'createrole',
  ) {}

  async start(): Promise<void> {
    const { name, url, drop } = await createEmptyDatabase();
    this.#drop = drop;
    this.#address = url;
    this.db = new Owner(url);
    await this.db.many(sql`
      create role ${sql.raw(this.owner)} login password 'own-er' ${sql.raw(this.attributes)}`);
    await this.db.many(sql`alter database ${sql.raw(name)} owner to ${sql.raw(this.owner)}`);
    this.url = this.as(this.owner, 'own-er');
  }

  async stop(): Promise<void> {
    await this.db.end();
    await this.#drop();
  }

  /** Its address for another role. */
  as(role: string, password: string): string {
    const url = new URL(this.#address);
    return Object.assign(url, { username: role, password }).href;
  }

  migrate(change: Partial<MigrateOptions> = {}): Promise<string[]> {
    const passwords = { auth: 'one-auth', api: 'one-api', worker: 'one-worker', console: 'one-console' };
    return migrate({ url: this.url, rolePrefix: this.prefix, passwords, ...change });
  }

  async hashes(): Promise<string[]> {
    const rows = await this.db.many<{ rolpassword: string }>(sql`
      select rolpassword from pg_authid where rolname like ${`${this.prefix}\\_%`} order by rolname`);
    return rows.map(({ rolpassword }) => rolpassword);
  }
}

async function runQuery(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

describe('an environment whose owner is no superuser, on a server shared with another one', () => {
  const [one, two] = [new Environment(`a${random()}`), new Environment(`b${random()}`)];
  beforeAll(async () => {
    for (const environment of [one, two]) await environment.start();
  });
  afterAll(async () => {
    for (const environment of [one, two]) await environment.stop();
  });

  it('is migrated, with the grants of every environment for its own roles', async () => {
    expect(await Promise.all([one.migrate(), two.migrate()])).toEqual([
      migrations.map(({ name }) => name),
      migrations.map(({ name }) => name),
    ]);
    for (const { prefix, db } of [one, two]) {
      const names = new RoleNames(prefix);
      const stated = (await statedGrants()).map(({ line }) => names.in(line));
      expect((await granted(db)).toSorted()).toEqual(stated.toSorted());
    }
  });

  it('leaves no trace of the default names in function bodies', async () => {
    const bodies = await one.db.many(sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('identity', 'auth', 'learning', 'maintenance') and p.prosrc ~ '\\mlp_'`);
    expect(bodies).toEqual([]);
    const partitions = `select maintenance.ensure_day_partitions('auth.audit_log', (now() at time zone 'utc')::date, 3)`;
    await runQuery(one.as(`${one.prefix}_auth`, 'one-auth'), partitions);
    const drop = `select maintenance.drop_day_partitions('auth.audit_log', null)`;
    await expect(runQuery(one.as(`${one.prefix}_worker`, 'one-worker'), drop)).rejects.toMatchObject({
      code: '42501',
    });
    expect(await runQuery(one.as(`${one.prefix}_auth`, 'one-auth'), drop)).toHaveLength(1);
  });

  it('cannot be read by the roles of the other one', async () => {
    const foreign = two.as(`${one.prefix}_api`, 'one-api');
    for (const statement of [
      'select * from identity.portals',
      'select name from public.schema_migrations',
      'select maintenance.settled_until()',
    ])
      await expect(runQuery(foreign, statement)).rejects.toMatchObject({ code: '42501' });
    await two.db.many(sql`
      revoke connect on database ${sql.raw(new URL(two.url).pathname.slice(1))} from public`);
    await expect(runQuery(foreign, 'select 1')).rejects.toMatchObject({ code: '42501' });
    await two.db.many(sql`
      grant connect on database ${sql.raw(new URL(two.url).pathname.slice(1))} to
        ${sql.raw(new RoleNames(two.prefix).list)}`);
    expect(await runQuery(two.as(`${two.prefix}_api`, 'one-api'), 'select 1')).toHaveLength(1);
  });

  it('keeps password hashes that are right, even if they cannot be read, and sets the others', async () => {
    const before = await one.hashes();
    expect(before).toHaveLength(4);
    expect(await one.migrate()).toEqual([]);
    expect(await one.hashes()).toEqual(before);

    await one.migrate({
      passwords: { auth: 'one-auth', api: 'another: "pass/word" %41', worker: 'one-worker' },
    });
    const [api, ...otherHashes] = await one.hashes();
    expect(otherHashes).toEqual(before.slice(1));
    expect(api).not.toBe(before[0]);
    expect(
      await runQuery(one.as(`${one.prefix}_api`, encodeURIComponent('another: "pass/word" %41')), 'select 1'),
    ).toHaveLength(1);
  });

  it('does not take the roles of another one for its own', async () => {
    const third = new Environment(one.prefix, 'superuser');
    await third.start();
    const before = await one.hashes();
    const passwords = { auth: 'three-auth', api: 'three-api', worker: 'three-worker' };
    const refused = third.migrate({ passwords });
    await expect(refused).rejects.toThrow(RolesRefused);
    await expect(refused).rejects.toThrow(/_auth belongs to another database .* DATABASE_ROLE_PREFIX/);
    expect(await one.hashes()).toEqual(before);
    await third.stop();
  });

  it('disables JIT compilation, unless its operator enables it', async () => {
    const jit = () =>
      runQuery(
        one.as(`${one.prefix}_api`, 'one-api'),
        `select setting, source from pg_settings where name = 'jit'`,
      );
    const name = new URL(one.url).pathname.slice(1);
    await one.db.many(sql`alter database ${sql.raw(name)} reset jit`);
    await one.db.many(sql`alter database ${sql.raw(name)} set work_mem = '5MB'`);
    await one.migrate();
    expect(await jit()).toEqual([{ setting: 'off', source: 'database' }]);
    await one.db.many(sql`alter database ${sql.raw(name)} set jit = on`);
    await one.migrate();
    expect(await jit()).toEqual([{ setting: 'on', source: 'database' }]);
  });

  it('is not given other names afterwards', async () => {
    const prefix = `c${random()}`;
    await expect(one.migrate({ rolePrefix: prefix })).rejects.toThrow(
      `The database was set up for the role ${one.prefix}_auth, not ${prefix}_auth: set DATABASE_ROLE_PREFIX`,
    );
    expect(await one.db.many(sql`select 1 from pg_roles where rolname like ${`${prefix}%`}`)).toEqual([]);
  });
});

describe('an owner who may not create roles', () => {
  const ownEnvironment = new Environment(`d${random()}`, 'nocreaterole');
  beforeAll(() => ownEnvironment.start());
  afterAll(() => ownEnvironment.stop());

  it('ends in words, and changes nothing', async () => {
    const refused = ownEnvironment.migrate();
    await expect(refused).rejects.toThrow(RolesRefused);
    await expect(refused).rejects.toThrow(/may not create the role "d\w+_auth": it needs createrole/);
    expect(
      await ownEnvironment.db.many(sql`
      select 1 from pg_namespace where nspname = 'identity'`),
    ).toEqual([]);
  });

  it('migrates with roles that another user created', async () => {
    for (const app of ['auth', 'api', 'worker', 'console'])
      await ownEnvironment.db.many(sql`
        create role ${sql.raw(ownEnvironment.prefix)}_${sql.raw(app)} login password 'one-${sql.raw(app)}'`);
    expect(await ownEnvironment.migrate()).toHaveLength(migrations.length);
  });

  it('prints statements for the owner of the database, if that is another user', async () => {
    const name = new URL(ownEnvironment.url).pathname.slice(1);
    await ownEnvironment.db.many(sql`alter database ${sql.raw(name)} owner to current_user`);
    await ownEnvironment.db.many(sql`alter database ${sql.raw(name)} reset jit`);
    const leftOut: string[] = [];
    expect(await ownEnvironment.migrate({ onLeftOut: (statement) => void leftOut.push(statement) })).toEqual(
      [],
    );
    expect(leftOut).toEqual([`alter database "${name}" set jit = off`]);
  });

  it('cannot give them other passwords', async () => {
    await expect(ownEnvironment.migrate({ passwords: { auth: 'x', api: 'y', worker: 'z' } })).rejects.toThrow(
      /may not alter the role "d\w+_auth": it needs createrole, and admin option/,
    );
  });
});

describe('a prefix of role names', () => {
  it.each(['lp', 'lp_staging', 'a1', 'a'.repeat(40)])('may be %s', (prefix) => {
    expect(new RoleNames(prefix).of('worker')).toBe(`${prefix}_worker`);
    expect(Buffer.byteLength(new RoleNames(prefix).of('worker'))).toBeLessThan(64);
  });

  it.each(['', 'Lp', '1a', 'a-b', 'a b', 'ä', 'a"', 'a'.repeat(41)])('may not be %j', (prefix) => {
    expect(() => new RoleNames(prefix)).toThrow(TypeError);
  });
});

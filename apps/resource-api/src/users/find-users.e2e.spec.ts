import { sql } from '@app/database';
import { assertReadsAtMost, recordStatements } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
let manager: TestAccount;
const named: Record<string, TestAccount> = {};
const findName = (id: number) => Object.keys(named).find((name) => named[name]!.id === id) ?? String(id);

beforeAll(async () => {
  admin = await api.account(await api.portal(), {
    roles: ['Administrator'],
    first_name: 'Zoe',
    last_name: 'Zuse',
    email: 'zoe@boss.example',
  });
  const { portal } = admin;
  manager = await api.account(portal, {
    roles: ['Manager'],
    first_name: 'Yann',
    last_name: 'Yao',
    email: 'yann@boss.example',
  });
  const managers = [manager.id];
  named['ana'] = await api.account(portal, {
    first_name: 'Ana',
    last_name: 'Silva',
    email: 'a.silva@acme.example',
    managers,
  });
  named['anna'] = await api.account(portal, {
    first_name: 'Anna Maria',
    last_name: 'Kraus',
    email: 'kraus@acme.example',
  });
  named['bo'] = await api.account(portal, {
    first_name: 'Bo',
    last_name: 'Anderson',
    email: 'bo+hr@sub.example',
  });
  named['gone'] = await api.account(portal, {
    first_name: 'Gustav',
    last_name: 'Gone',
    email: 'gustav@gone.example',
    managers,
  });
  await admin.delete(`/v2/users/${named['gone'].id}`);
  await admin.patch(`/v2/users/${named['bo'].id}`, { status: false });
  // the same people elsewhere
  const elsewhere = await api.portal();
  for (const account of Object.values(named)) await api.account(elsewhere, account);
});

const list = (query: string, actor = admin) => actor.get(`/v2/users?${query}`);
const find = async (query: string, actor = admin): Promise<string[]> => {
  const { body } = await list(query, actor);
  expect(body.total).toBe(body.hits.length);
  return body.hits.map(({ id }: { id: number }) => findName(id)).sort();
};

describe('accents and special letters of names', () => {
  const spellings = [
    ['Zoë', 'zoe'],
    ['Łukasz', 'lukasz'],
    ['Weiß', 'weiss'],
    ['Ørjan', 'orjan'],
    ['Đặng', 'dang'],
    ['Işık', 'ışık'],
    ['Işık', 'isik'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['Ægir', 'aegir'],
    ['Ștefan', 'şTEFAN'],
    ['O’Brien', "o'brien"],
    ['Jean-Luc', 'jean luc'],
    ['Ё', 'е'],
    ['علی\u200cرضا', 'علیرضا'],
    ['שָׂרָה', 'שרה'],
    ['محمّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['فاطمة', 'فاطمه'],
    ['کریمی', 'كريمي'],
  ] as const;

  it.each(spellings)('%s is found by %s, and the other way round', async (name, text) => {
    for (const [stored, searched] of [
      [name, text],
      [text, name],
    ] as const) {
      const { portal, token } = await api.administrator(await api.portal());
      const { id } = await api.account(portal, { first_name: stored, last_name: `van ${stored}` });
      await api.account(portal, { first_name: 'Other', last_name: 'Person' });
      for (const query of [
        { first_name: searched },
        { last_name: `VAN ${searched}` },
        { q: searched },
        { q: `${searched} van ${searched}` },
      ]) {
        const { body } = await list(new URLSearchParams(query).toString(), api.withToken(admin, token));
        expect([query, body.hits.map((hit: { id: number }) => hit.id)]).toEqual([query, [id]]);
      }
    }
  });
});

describe('a + of an address that was sent unencoded', () => {
  it.each(['email=bo+hr@sub.example', 'email=bo%2Bhr@sub.example', 'q=bo+hr@s'])(
    '%s is found',
    async (query) => {
      expect(await find(query)).toEqual(['bo']);
    },
  );
});

describe('GET /v2/users?q=', () => {
  it.each<[q: string, who: string[]]>([
    ['an', ['ana', 'anna', 'bo']],
    ['ANA', ['ana']],
    ['Ana Sil', ['ana']],
    ['anna maria', ['anna']],
    ['Anna Maria Kr', ['anna']],
    ['kraus@', ['anna']],
    ['a.silva@acme.example', ['ana']],
    ['acme', []],
    ['%', []],
    ['_na', []],
    ['gustav', []],
    ['Ana  Silva', ['ana']],
  ])('%s finds %j', async (q, names) => {
    expect(await find(`q=${encodeURIComponent(q)}`)).toEqual(names);
  });

  it('reads no users of other portals, even if 3,000 match', async () => {
    const elsewhere = await api.portal();
    await api.db.many(sql`
      with h as (insert into identity.persons (email, first_name, last_name)
                 select 'crowd' || n || '@mass.example', 'Crowd', 'Mass' from generate_series(1, 3000) n returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name)
      select ${elsewhere.id}, id, 'Crowd', 'Mass' from h`);
    for (const analyzed of [false, true]) {
      if (analyzed)
        for (const table of ['persons', 'accounts'])
          await api.db.many(sql`
          analyze identity.${sql.raw(table)}`);
      for (const q of ['c', 'crowd', 'crowd7@mass.example', 'an']) {
        const statements = await recordStatements(() => find(`q=${q}`));
        const searches = statements.filter(({ text }) => text.includes('email_key'));
        await assertReadsAtMost(150, api.db, searches);
      }
    }
  });

  it('collects the people of a name once, however many, and pages through the people newest first', async () => {
    const crowded = await api.administrator();
    await api.db.many(sql`
      with h as (insert into identity.persons (email, first_name, last_name)
                 select 'same' || n || '@mass.example', 'Same', 'Name' || n % 2 from generate_series(1, 1000) n
                 returning id, last_name)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, created_time)
      select ${crowded.portal.id}, id, 'Same', last_name,
             '2026-01-01T00:00:00Z'::timestamptz + id * interval '1 second' from h`);
    await api.db.many(sql`analyze identity.accounts`);
    const read = async (query: string): Promise<{ total: number; ids: number[] }> => {
      const { body } = await list(query, crowded);
      return { total: body.total, ids: body.hits.map(({ id }: { id: number }) => id) };
    };
    for (const name of ['q=same', 'q=same1', 'q=same%20name', 'first_name=sam&last_name=name1']) {
      const first = await read(`${name}&limit=3`);
      const second = await read(`${name}&limit=3&offset=3`);
      const both = await read(`${name}&limit=6`);
      expect(both.ids).toEqual([...first.ids, ...second.ids]);
      expect(both.ids).toEqual(both.ids.toSorted((one, other) => other - one));
      const { total } = both;
      expect(await read(`${name}&limit=0`)).toEqual({ total, ids: [] });
      expect(await read(`${name}&offset=${total}`)).toEqual({ total, ids: [] });
      expect((await read(`${name}&offset=${total - 1}`)).ids).toHaveLength(1);
    }
    const statements = await recordStatements(() => read('q=same&limit=3'));
    const searches = statements.filter(({ text }) => text.includes('email_key'));
    // by name, with everybody's address, by address, and by the ids that were found
    expect(searches).toHaveLength(1);
    await assertReadsAtMost(5_200, api.db, searches);
  });

  it('combines with the other filters, and finds managers only among visible people', async () => {
    expect(await find('q=an&status=true')).toEqual(['ana', 'anna']);
    expect(await find('q=an', manager)).toEqual(['ana']);
    expect(await find('q=an', named['ana'])).toEqual(['ana']);
    expect((await list('q=an&limit=1&cursor=*')).body.total).toBe(3);
  });
});

describe('GET /v2/users?status=', () => {
  it.each([
    ['true', ['ana', 'anna']],
    ['False', ['bo']],
    ['0', ['bo']],
  ])('%s', async (status, names) => {
    const all = (await find(`status=${status}`)).filter((name) => name in named);
    expect(all).toEqual(names);
    const counted = await list(`status=${status}&limit=0&roles=Learner`);
    expect(counted.body.total).toBe((await list(`status=${status}&roles=Learner`)).body.hits.length);
  });

  it('is 400 for anything else', async () => {
    const { status, body } = await list('status=blocked');
    expect([status, body.additional_errors[0].path]).toEqual([400, 'status']);
  });
});

describe('GET /v2/users?state=', () => {
  it.each([
    ['blocked', ['bo']],
    ['Invited', ['anna']],
    ['invited,blocked', ['anna', 'bo']],
    ['active', ['ana']],
    ['active&status=false', []],
  ])('%s', async (state, names) => {
    await api.db.many(sql`update identity.accounts set accepted_at = null where id = ${named['anna']!.id}`);
    const filter = `state=${state}&roles=Learner`;
    expect(await find(filter)).toEqual(names);
    expect((await list(`${filter}&limit=0`)).body.total).toBe(names.length);
  });
});

describe('GET /v2/users?last_login_before=', () => {
  it('finds people who signed in earlier, or never and were created earlier', async () => {
    const set = (name: string, created: string, login: string | null) =>
      api.db.many(sql`
        update identity.accounts set created_time = ${created}, last_login_time = ${login}
         where id = ${named[name]!.id}`);
    await set('ana', '2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z');
    await set('anna', '2025-05-01T00:00:00Z', null);
    await set('bo', '2025-01-01T00:00:00Z', '2025-03-01T00:00:00Z');
    const before = (time: string) => find(`last_login_before=${Date.parse(time) / 1000}&roles=Learner`);
    expect(await before('2025-03-01T00:00:00Z')).toEqual([]);
    expect(await before('2025-05-01T00:00:00Z')).toEqual(['bo']);
    expect(await before('2025-05-01T00:00:01Z')).toEqual(['anna', 'bo']);
    expect(await before('2025-07-01T00:00:00Z')).toEqual(['ana', 'anna', 'bo']);
  });
});

describe('GET /v2/users?updated=', () => {
  it('finds people changed at that time or later', async () => {
    await api.db.many(sql`
      update identity.accounts set updated_time = '2026-01-01T00:00:00Z'
       where portal_id = ${admin.portal.id}`);
    await api.db.many(sql`
      update identity.accounts set updated_time = '2026-02-01T00:00:00Z' where id = ${named['ana']!.id}`);
    const timeAt = (time: string) => Date.parse(time) / 1000;
    expect(await find(`updated=${timeAt('2026-02-01T00:00:00Z')}`)).toEqual(['ana']);
    expect(await find(`updated=${timeAt('2026-02-01T00:00:01Z')}`)).toEqual([]);
    expect(await find(`updated=${timeAt('2026-01-01T00:00:00Z')}&q=an`)).toEqual(['ana', 'anna', 'bo']);
    for (const wrong of ['yesterday', '-1', '1e3'])
      expect((await list(`updated=${wrong}`)).body.additional_errors[0].path).toBe('updated');
  });
});

describe('GET /v2/users?closed=', () => {
  it('returns people whose accounts were closed, to administrators', async () => {
    const { body } = await list('closed=true');
    expect(body.hits).toEqual([
      expect.objectContaining({
        id: named['gone']!.id,
        email: 'gustav@gone.example',
        status: false,
        closed_time: expect.stringMatching(/^20/),
      }),
    ]);
    expect(await find('closed=true&q=gus')).toEqual(['gone']);
    expect(await find('closed=all&last_name=gone')).toEqual(['gone']);
    const all = await list('closed=all');
    expect(all.body.hits.some(({ closed_time }: { closed_time: unknown }) => closed_time === null)).toBe(
      true,
    );
    expect(all.body.total).toBe((await list('')).body.total + 1);
    expect((await list('')).body.hits[0]).not.toHaveProperty('closed_time');
    for (const actor of [manager, named['ana']!]) expect(await find('closed=true', actor)).toEqual([]);
  });

  it('returns one person with a closed account by id', async () => {
    const path = `/v2/users/${named['gone']!.id}`;
    const get = (query: string, actor = admin) => actor.get(path + query);
    expect((await get('')).status).toBe(404);
    expect((await get('?closed=true')).body.closed_time).toEqual(expect.any(String));
    expect((await get('?closed=all')).status).toBe(200);
    expect((await get('?closed=all', manager)).status).toBe(404);
  });

  it('returns and finds closed accounts by the address at closing, never by a later one', async () => {
    const gone = named['gone']!.id;
    const later = 'gustav@another-life.example';
    const move = (newEmail: string) =>
      api.db.many(sql`
        update identity.persons set email = ${newEmail} where id = (select person_id from identity.accounts
         where id = ${gone})`);
    await move(later);
    try {
      for (const closed of ['true', 'all']) {
        expect((await list(`closed=${closed}&last_name=gone`)).body.hits[0].email).toBe(
          'gustav@gone.example',
        );
        for (const name of ['q', 'email']) {
          expect(await find(`closed=${closed}&${name}=${later}`)).toEqual([]);
          expect(await find(`closed=${closed}&${name}=Gustav@gone.example`)).toEqual(['gone']);
        }
        expect(await find(`closed=${closed}&q=gustav@g`)).toEqual(['gone']);
      }
      expect(await find('closed=all&email=kraus@acme.example')).toEqual(['anna']);
      expect(await find('closed=all&q=kraus@')).toEqual(['anna']);
      expect(await find('closed=true&email=kraus@acme.example')).toEqual([]);
      const detail = await admin.get(`/v2/users/${gone}?closed=true`);
      expect(detail.body.email).toBe('gustav@gone.example');
      expect((await list('closed=true&limit=50')).text).not.toContain('another-life');
    } finally {
      await move('gustav@gone.example');
    }
  });

  it('looks up the accounts of an address, however many were closed', async () => {
    const crowded = await api.administrator();
    await api.db.many(sql`
      with h as (insert into identity.persons (email, first_name, last_name)
                 select 'left' || n || '@gone.example', 'Left', 'Gone' from generate_series(1, 3000) n returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name)
      select ${crowded.portal.id}, id, 'Left', 'Gone' from h`);
    await api.db.many(sql`
      update identity.accounts set closed_time = now() where portal_id = ${crowded.portal.id}
         and last_name = 'Gone'`);
    await api.db.many(sql`analyze identity.accounts`);
    for (const closed of ['true', 'all']) {
      const statements = await recordStatements(async () => {
        const { body } = await list(`closed=${closed}&email=left7@gone.example`, crowded);
        expect(body.total).toBe(1);
      });
      const searches = statements.filter(({ text }) => text.includes('lower(f.closed_email)'));
      await assertReadsAtMost(50, api.db, searches);
    }
  });

  it('is 400 for anything else', async () => {
    expect((await list('closed=perhaps')).body.additional_errors[0].path).toBe('closed');
  });
});

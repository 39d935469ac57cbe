import { lintMigration } from '../../../test/migration-lint.js';

const listRules = async (sql: string, inTransaction = true) =>
  (await lintMigration(sql, inTransaction)).map(({ rule }) => rule).sort();

describe('the check of migrations', () => {
  it.each([
    ['create index on learning.outbox (portal_id)', 'require-concurrent-index-creation'],
    ['drop index learning.some', 'require-concurrent-index-deletion'],
    [
      'select 1; create index concurrently i on learning.outbox (id)',
      'ban-concurrent-index-creation-in-transaction',
    ],
    ['alter table learning.outbox drop column portal_id', 'ban-drop-column'],
    ['alter table learning.outbox rename column portal_id to portal', 'renaming-column'],
    ['alter table learning.outbox rename to events', 'renaming-table'],
    ['alter table learning.outbox alter column portal_id type bigint', 'changing-column-type'],
    ['alter table learning.outbox add column colour text not null', 'adding-required-field'],
    ['alter table learning.outbox alter column colour set not null', 'adding-not-nullable-field'],
    ['alter table learning.outbox add constraint c check (id > 0)', 'constraint-missing-not-valid'],
    [
      'alter table learning.outbox add column g int generated always as (id + 1) stored',
      'adding-field-with-default',
    ],
    ['drop table learning.outbox', 'ban-drop-table'],
    ['reindex table learning.outbox', 'require-concurrent-reindex'],
    ['update learning.outbox set portal_id = 1', 'no-update'],
    ['with gone as (delete from learning.outbox returning 1) select count(*) from gone', 'no-delete'],
    ['truncate learning.outbox', 'no-truncate'],
    ['lock table learning.outbox', 'no-lock'],
    [`do $$ begin update learning.outbox set portal_id = 1; end $$`, 'no-do'],
  ])('finds: %s', async (sql, rule) => {
    expect(await listRules(sql)).toContain(rule);
  });

  it('accepts statements that only add, and changes in batches with their own transactions', async () => {
    expect(
      await listRules(`
        create table learning.colours (id int primary key, name text not null);
        create index colours_name on learning.colours (name);
        alter table learning.outbox add column colour text not null default 'red';
        alter table learning.outbox add constraint c check (id > 0) not valid;
        create function learning.f() returns void language sql as $$ update learning.outbox set portal_id = 1 $$;
        grant select on learning.colours to lp_api`),
    ).toEqual([]);
    expect(await listRules('create index concurrently i on learning.outbox (portal_id)', false)).toEqual([]);
    expect(
      await listRules('update learning.outbox set colour = 1 where id in (select id from x limit 9)', false),
    ).toEqual([]);
  });

  it('accepts an exception with a reason, only for that statement and that rule', async () => {
    const statement = 'update learning.outbox set portal_id = 1';
    expect(await listRules(`-- allow no-update: it has ten rows\n${statement}`)).toEqual([]);
    expect(await listRules(`-- allow no-update:\n${statement}`)).toEqual(['no-update']);
    expect(await listRules(`-- allow no-delete: it has ten rows\n${statement}`)).toEqual(['no-update']);
    expect(await listRules(`-- ü\n-- allow no-update: it has ten rows\n${statement};\n${statement}`)).toEqual(
      ['no-update'],
    );
    expect(
      await listRules(
        `-- allow ban-drop-column: unused since 0.1\nalter table a.b drop column c;\nalter table a.b drop column d`,
      ),
    ).toEqual(['ban-drop-column']);
  });
});

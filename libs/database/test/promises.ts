import { sql, type Statement } from '../src/sql/sql.js';

/** A database queried as the role that owns it. */
interface OwnerDatabase {
  many<T>(statement: Statement): Promise<T[]>;
}

/**
 * The facts that the servers of a version may rely on, one line for each fact. A migration adds lines and takes none
 * away, so that the servers of the version before go on working with the schema. Partitions are left out: days make
 * them.
 */
export async function promises(db: OwnerDatabase): Promise<string[]> {
  const rows = await db.many<{ promise: string }>(sql`
    with spaces as (
      select oid, nspname from pg_namespace where nspname in ('identity', 'auth', 'console', 'learning', 'maintenance')
    ), tables as (
      select c.oid, n.nspname || '.' || c.relname as name, c.reltype, c.relkind
        from pg_class c join spaces n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    ), columns as (
      select t.name as "table", t.reltype, t.relkind, a.attname as name, a.attnum, a.attgenerated,
             format_type(a.atttypid, a.atttypmod) as type,
             not a.attnotnull or a.atthasdef or a.attidentity <> '' as may_be_left_out, not a.attnotnull as may_be_null
        from tables t join pg_attribute a on a.attrelid = t.oid
       where a.attnum > 0 and not a.attisdropped
    )
    select 'column ' || "table" || '.' || name || ' is ' || type as promise from columns
    union all
    select 'column ' || "table" || '.' || name || ' can be written'
      from columns where relkind in ('r', 'p') and attgenerated = ''
    union all
    select 'column ' || "table" || '.' || name || ' may be left out' from columns where may_be_left_out
    union all
    select 'column ' || "table" || '.' || name || ' may be null' from columns where may_be_null and relkind in ('r', 'p')
    union all
    -- a prepared statement fails when the columns of its result change
    select 'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid)
           || ') returns ' || pg_get_function_result(p.oid)
           || coalesce(' of ' || (select string_agg(c.name || ' ' || c.type, ', ' order by c.attnum)
                                    from columns c where c.reltype = p.prorettype), '')
      from pg_proc p join spaces n on n.oid = p.pronamespace
     where p.prorettype <> 'trigger'::regtype
    union all
    -- what "on conflict" names
    select 'unique ' || t.name || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING', '')
      from pg_index i join tables t on t.oid = i.indrelid where i.indisunique
    union all
    select 'value ' || n.nspname || '.' || y.typname || ' ' || e.enumlabel
      from pg_enum e join pg_type y on y.oid = e.enumtypid join spaces n on n.oid = y.typnamespace
    union all
    select 'sequence ' || n.nspname || '.' || c.relname
      from pg_class c join spaces n on n.oid = c.relnamespace where c.relkind = 'S'
    order by 1`);
  return rows.map(({ promise }) => promise);
}

/**
 * The rules that rows must obey, one line for each rule of a table. One more for a table that was there before may
 * refuse what the servers of the version before write.
 */
export async function demands(db: OwnerDatabase): Promise<{ table: string; demand: string }[]> {
  return db.many(sql`
    select t.name as "table", 'table ' || t.name || ' demands ' || d.demand as demand
      from (select c.oid, n.nspname || '.' || c.relname as name
              from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance')
               and c.relkind in ('r', 'p') and not c.relispartition) t
      join (select conrelid as table_id, replace(pg_get_constraintdef(oid), ' NOT VALID', '') as demand
              from pg_constraint where contype in ('c', 'f', 'x')
            union
            select indrelid, 'unique' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '')
              from pg_index where indisunique
            union
            select attrelid, 'a value of ' || attname from pg_attribute
             where attnum > 0 and attnotnull and not atthasdef and attidentity = ''
            union
            select tgrelid, 'trigger ' || tgname from pg_trigger where not tgisinternal) d on d.table_id = t.oid
     order by 1, 2`);
}

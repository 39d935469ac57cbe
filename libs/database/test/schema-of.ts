/** What can be asked of a database, as the role that owns it. */
interface Asked {
  many<T>(text: string, values?: unknown[]): Promise<T[]>;
}

const OURS = `('identity', 'auth', 'learning', 'maintenance', 'public')`;

/** A list of rights, whatever the order in which they were given. */
const acl = (list: string): string =>
  `coalesce((select string_agg(a::text, ' ' order by a::text) from unnest(${list}) a), '-')`;

/** Each query gives one column `line`. Partitions by the day are one line: `_DAY` stands for its date. */
const PARTS = {
  extensions: `select e.extname || ' in ' || n.nspname as line from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  schemas: `select nspname || ' ' || ${acl('nspacl')} as line from pg_namespace where nspname in ${OURS}`,
  relations: `
    select concat_ws(' ', name, c.relkind, c.relpersistence, c.relreplident, c.relrowsecurity, c.relforcerowsecurity,
                     c.relispartition, array(select unnest(c.reloptions) order by 1), pg_get_partkeydef(c.oid),
                     case when name !~ '_DAY' then pg_get_expr(c.relpartbound, c.oid) end, m.amname, ${acl('c.relacl')},
                     pg_get_viewdef(case when c.relkind in ('v', 'm') then c.oid end)) as line
      from ours c left join pg_am m on m.oid = c.relam`,
  partitions: `
    select inhparent::regclass || ' ' || count(*) as line from pg_inherits group by inhparent`,
  columns: `
    select concat_ws(' ', c.name || '.' || a.attname, format_type(a.atttypid, a.atttypmod), o.collname, a.attnotnull,
                     a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attstattarget, a.attoptions,
                     'default ' || pg_get_expr(d.adbin, d.adrelid), ${acl('a.attacl')}) as line
      from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation o on o.oid = a.attcollation
     where c.relkind in ('r', 'p', 'v', 'm')`,
  constraints: `
    select concat_ws(' ', c.name, regexp_replace(k.conname, '_[0-9]{8}', '_DAY'), pg_get_constraintdef(k.oid), k.convalidated,
                     k.condeferrable, k.conislocal, k.coninhcount, k.connoinherit) as line
      from ours c join pg_constraint k on k.conrelid = c.oid`,
  indexes: `
    select concat_ws(' ', regexp_replace(pg_get_indexdef(i.indexrelid), '_[0-9]{8}', '_DAY', 'g'), i.indisvalid,
                     i.indisclustered, i.indisprimary, i.indnullsnotdistinct,
                     (select string_agg(a.attstattarget::text, ',') from pg_attribute a where a.attrelid = i.indexrelid)) as line
      from ours c join pg_index i on i.indrelid = c.oid`,
  sequences: `
    select concat_ws(' ', c.name, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
                     d.deptype, d.refobjid::regclass) as line
      from ours c join pg_sequence s on s.seqrelid = c.oid
      left join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
  triggers: `
    select concat_ws(' ', c.name, pg_get_triggerdef(t.oid), t.tgenabled) as line
      from ours c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal and c.name !~ '_DAY'`,
  functions: `
    select concat_ws(' ', pg_get_functiondef(p.oid), ${acl(`coalesce(p.proacl, acldefault('f', p.proowner))`)}) as line
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ${OURS} and p.prokind in ('f', 'p')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  types: `
    select concat_ws(' ', n.nspname || '.' || t.typname, t.typtype,
                     (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as line
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
     where n.nspname in ${OURS} and t.typtype in ('d', 'e', 'r', 'm')
       and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
  dictionaries: `
    select concat_ws(' ', n.nspname || '.' || t.dictname, p.tmplname, t.dictinitoption) as line
      from pg_ts_dict t join pg_namespace n on n.oid = t.dictnamespace join pg_ts_template p on p.oid = t.dicttemplate
     where n.nspname in ${OURS}`,
  others: `
    select 'policy ' || polname as line from pg_policy union all
    select 'rule ' || rulename from pg_rules where schemaname in ${OURS} union all
    select 'event trigger ' || evtname from pg_event_trigger union all
    select 'publication ' || pubname from pg_publication union all
    select 'statistics ' || pg_get_statisticsobjdef(oid) from pg_statistic_ext union all
    select 'configuration ' || cfgname from pg_ts_config c join pg_namespace n on n.oid = cfgnamespace and nspname in ${OURS} union all
    select 'default rights ' || defaclrole::regrole || ' ' || defaclacl::text from pg_default_acl union all
    select concat_ws(' ', 'setting', setrole::regrole, setconfig) from pg_db_role_setting s
     where setdatabase in (0, (select oid from pg_database where datname = current_database())) union all
    select 'database ' || coalesce(datacl::text, '-') from pg_database where datname = current_database() union all
    select 'comment ' || description from pg_description where objoid >= 16384
       and not exists (select from pg_depend d where d.objid = objoid and d.deptype = 'e')
       and objoid not in (select oid from pg_extension)`,
} as const;

export type SchemaPart = keyof typeof PARTS | 'rows';

/** Everything that a database is made of, one line each, and the rows that are there from the start. */
export async function schemaOf(db: Asked): Promise<Record<SchemaPart, string[]>> {
  const parts = {} as Record<SchemaPart, string[]>;
  for (const [part, query] of Object.entries(PARTS)) {
    const rows = await db.many<{ line: string }>(`
      with ours as (
        select c.*, n.nspname || '.' || regexp_replace(c.relname, '_[0-9]{8}(_|$)', '_DAY\\1') as name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ${OURS} and c.relname <> 'schema_migrations' and c.relname not like 'schema_migrations\\_%'
           and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      ) ${query}`);
    parts[part as SchemaPart] = [...new Set(rows.map(({ line }) => plain(line)))].sort();
  }
  const tables = await db.many<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ${OURS} and relname <> 'schema_migrations'`,
  );
  parts.rows = [];
  for (const { name } of tables)
    for (const { row } of await db.many<{ row: string }>(
      `select (to_jsonb(t) - 'next_time')::text as row from ${name} t`,
    ))
      parts.rows.push(`${name} ${row}`);
  parts.rows.sort();
  return parts;
}

/** White space counts within quotes and between words alone. */
function plain(line: string): string {
  return line
    .split(/('(?:[^']|'')*')/)
    .map((piece, index) => (index % 2 ? piece : piece.replace(/\s+/g, ' ').replace(/ ?([()]) ?/g, '$1')))
    .join('')
    .trim();
}

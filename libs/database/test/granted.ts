import { sql, type Statement } from '../src/sql/sql.js';

/** A database queried as the role that owns it. */
interface OwnerDatabase {
  many<T>(statement: Statement): Promise<T[]>;
}

/** One line per role and object: `lp_api identity.persons: insert(email, first_name) select`. */
export async function granted(db: OwnerDatabase): Promise<string[]> {
  const rows = await db.many<{ role: string; object: string; privileges: string }>(sql`
    with objects as (
      select c.oid, n.nspname || '.' || c.relname as object, c.relacl as acl, c.relowner as owner
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance', 'public')
    ), given as (
      select a.grantee, a.grantor, o.object, lower(a.privilege_type) as privilege, o.owner
        from objects o, aclexplode(o.acl) a
      union all
      select a.grantee, a.grantor, o.object,
             lower(a.privilege_type) || '(' || string_agg(t.attname, ', ' order by t.attname) || ')', o.owner
        from objects o join pg_attribute t on t.attrelid = o.oid, aclexplode(t.attacl) a
       group by a.grantee, a.grantor, o.object, a.privilege_type, o.owner
      union all
      select a.grantee, a.grantor, n.nspname || '.' || p.proname || '()', lower(a.privilege_type), p.proowner
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
             aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
       where n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance')
      union all
      select a.grantee, a.grantor, 'schema ' || n.nspname, lower(a.privilege_type), n.nspowner
        from pg_namespace n, aclexplode(n.nspacl) a
       where n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance', 'public')
    )
    select coalesce(r.rolname, 'public') as role, g.object,
           string_agg(distinct g.privilege, ' ' order by g.privilege) as privileges
      from given g left join pg_roles r on r.oid = g.grantee
     where g.grantee <> g.owner and coalesce(r.rolname, '') <> 'pg_database_owner'
     group by 1, 2 order by 1, 2`);
  return rows.map(({ role, object, privileges }) => `${role} ${object}: ${privileges}`);
}

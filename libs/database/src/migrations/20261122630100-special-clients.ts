import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A client with special permissions proves who it is, and never gets a token by way of an address: without a secret
 * anybody could be it. One that stands there otherwise loses what it could not keep, and the audit log says so.
 */
export class SpecialClients20261122630100 implements MigrationInterface {
  name = 'SpecialClients20261122630100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      with lost as (
        update auth.clients
           set is_special = false, introspects_all = introspects_all and secret_hash is not null, updated_time = now()
         where (is_special and (secret_hash is null or 'implicit' = any(grants)))
            or (introspects_all and secret_hash is null)
        returning client_id, portal_id
      )
      insert into auth.audit_log (day, time, event, client_id, portal_id, user_agent, details)
      select (now() at time zone 'utc')::date, now(), 'client.changed', client_id, portal_id, 'migration',
             '{"what": "special permissions", "after": "none: no secret, or implicit"}'
        from lost;
      alter table auth.clients add constraint clients_special
        check ((not is_special or (secret_hash is not null and not 'implicit' = any(grants)))
               and (not introspects_all or secret_hash is not null));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.clients drop constraint clients_special');
  }
}

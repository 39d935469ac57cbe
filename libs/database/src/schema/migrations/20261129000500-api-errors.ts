import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The API requests of the last days that were refused or failed, for their developers. */
export class ApiErrors20261129000500 implements MigrationInterface {
  name = 'ApiErrors20261129000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table maintenance.api_errors (
        portal_id int not null,
        id bigint generated always as identity,
        time timestamptz not null,
        client_id text not null check (length(client_id) <= 100),
        operation text not null check (length(operation) <= 200),
        status int not null,
        error_code text not null check (length(error_code) <= 100),
        ref text not null check (length(ref) <= 100),
        fields text[] not null check (pg_column_size(fields) <= 2000),
        primary key (portal_id, id)
      )`);
    await runner.query('create index api_errors_time on maintenance.api_errors (portal_id, time, id)');
    await runner.query('create index api_errors_expired on maintenance.api_errors (time)');
    await runner.query('grant insert, select on maintenance.api_errors to lp_api');
    await runner.query('grant delete, select on maintenance.api_errors to lp_worker');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table maintenance.api_errors');
  }
}

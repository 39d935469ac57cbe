import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that were declined or voided go after 30 days; the worker can remove no other. */
export class EndedPayments20261126110000 implements MigrationInterface {
  name = 'EndedPayments20261126110000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
  create function identity.remove_ended_payments(p_limit int)
  returns int language plpgsql security definer set search_path = pg_catalog as $$
  declare removed int;
  begin
    delete from identity.payments where reference = any(array(
      select reference from identity.payments
       where state in ('declined', 'voided') and created_time < now() - interval '30 days'
       order by created_time limit p_limit for update skip locked));
    get diagnostics removed = row_count;
    return removed;
  end $$;
      revoke all on function identity.remove_ended_payments from public;
      grant execute on function identity.remove_ended_payments to lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function identity.remove_ended_payments(int)');
  }
}

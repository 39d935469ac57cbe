import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { limitsUsed } from '../functions/maintenance/limits-used.js';

/** What a portal has used of its limits, for those who may not read the tables themselves. */
export class LimitsUsed20261127002900 implements MigrationInterface {
  name = 'LimitsUsed20261127002900';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, limitsUsed);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function maintenance.limits_used(int, text[])');
  }
}

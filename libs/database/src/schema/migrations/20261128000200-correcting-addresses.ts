import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { correctAddress } from '../functions/identity/correct-address.js';

/** The address of an account that its person has not accepted can be corrected. */
export class CorrectingAddresses20261128000200 implements MigrationInterface {
  name = 'CorrectingAddresses20261128000200';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, correctAddress);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function identity.correct_address');
  }
}

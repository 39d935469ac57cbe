import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { renamePerson } from '../functions/auth/rename-person.js';

/** People change their own name. */
export class OwnNames20261127003300 implements MigrationInterface {
  name = 'OwnNames20261127003300';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, renamePerson);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function auth.rename_person(bigint, text, text, text)');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { mergeObstacle } from '../functions/auth/merge-obstacle.js';

/** Names portals as pages and mails do, when two people cannot be merged. */
export class NamesOfPortals20261128000400 implements MigrationInterface {
  name = 'NamesOfPortals20261128000400';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, mergeObstacle);
  }

  async down(): Promise<void> {
    // servers of before work with the newer function
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions, type DbFunction } from '../db-function.js';

/** What every database begins with. There is nothing before it to go back to. */
export abstract class Baseline implements MigrationInterface {
  /** As it stands in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  /** Statements and functions, in the order in which they are made. */
  abstract readonly parts: readonly (string | DbFunction)[];

  async up(runner: QueryRunner): Promise<void> {
    for (const part of this.parts)
      await (typeof part === 'string' ? runner.query(part) : replaceFunctions(runner, part));
  }

  /** @throws Error always */
  down(): Promise<void> {
    return Promise.reject(
      new Error(`Nothing comes before ${this.name}: npm run reset makes an empty database.`),
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions, type DbFunction } from '../db-function.js';

/** The first migrations of every database, which cannot be undone. */
export abstract class Baseline implements MigrationInterface {
  /** The name in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  /** Statements and functions, in the order of their creation. */
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

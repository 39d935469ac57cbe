import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every database begins with. There is nothing before it to go back to. */
export abstract class Baseline implements MigrationInterface {
  /** As it stands in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  /** @throws Error always */
  down(): Promise<void> {
    return Promise.reject(
      new Error(`Nothing comes before ${this.name}: npm run reset makes an empty database.`),
    );
  }
}

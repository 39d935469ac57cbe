/** The database cannot be migrated in its present state; the message is one sentence for operators. */
export class MigrationRefused extends Error {
  override readonly name: string = 'MigrationRefused';
}

/** A database cannot be migrated as it is; the message is one sentence for operators. */
export class MigrationRefused extends Error {
  override readonly name: string = 'MigrationRefused';
}

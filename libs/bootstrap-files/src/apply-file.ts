import { withMigrationLock, type Database } from '@app/database';
import type { Environment } from '@app/kernel';
import { createHash } from 'node:crypto';
import { applyBootstrap, type BootstrapResult, type ApplyOptions } from './apply-bootstrap.js';
import { isApplied, recordApplied } from './apply.queries.js';
import type { Bootstrap } from './bootstrap.schema.js';

/**
 * Applies a file, unless neither it nor the values that it refers to have changed since the last time. Values that
 * were changed elsewhere since then stay. Only one `apply` or `migrate` runs at a time.
 * @param options.isForced applies an unchanged file too
 * @returns undefined if the file was not applied
 * @throws ConfigError as {@link applyBootstrap}
 */
export function applyFile(
  database: Database,
  file: string,
  bootstrap: Bootstrap,
  options: ApplyOptions & { isForced: boolean },
): Promise<BootstrapResult | undefined> {
  return withMigrationLock(database, async () => {
    const checksum = computeChecksum(bootstrap, options.env);
    if (!options.isForced && (await isApplied(database, file, checksum))) return undefined;
    const applied = await applyBootstrap(database, bootstrap, options);
    // content that is missing in the catalogue now may exist next time
    if (applied.unknownContent.length === 0) {
      await database.write((tx) => recordApplied(tx, file, checksum));
    }
    return applied;
  });
}

/** The checksum of the entries, and of the variables that they name. */
function computeChecksum(bootstrap: Bootstrap, env: Environment): Buffer {
  const hash = createHash('sha256');
  hash.update(
    JSON.stringify(bootstrap, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'env' in value && typeof value.env === 'string'
        ? { ...value, value: env[value.env] }
        : value,
    ),
  );
  return hash.digest();
}

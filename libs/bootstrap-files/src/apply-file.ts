import { whileNothingMigrates, type Database } from '@app/database';
import type { Environment } from '@app/kernel';
import { createHash } from 'node:crypto';
import { applyBootstrap, type BootstrapResult, type ApplyOptions } from './apply-bootstrap.js';
import { isApplied, recordApplied } from './apply.queries.js';
import type { Bootstrap } from './bootstrap.schema.js';

/**
 * Applies a file, unless it and the values that it refers to are what was applied last under its name. Changes
 * of others since then stay. One `apply` or `migrate` works at a time.
 * @param isForced whether an unchanged file is applied all the same
 * @returns undefined when nothing was to be done
 * @throws ConfigError as {@link applyBootstrap}
 */
export function applyFile(
  database: Database,
  file: string,
  bootstrap: Bootstrap,
  options: ApplyOptions & { isForced: boolean },
): Promise<BootstrapResult | undefined> {
  return whileNothingMigrates(database, async () => {
    const checksum = computeChecksum(bootstrap, options.env);
    if (!options.isForced && (await isApplied(database, file, checksum))) return undefined;
    const applied = await applyBootstrap(database, bootstrap, options);
    // content that is not in the catalogue yet may be there next time
    if (applied.unknownContent.length === 0) {
      await database.write((tx) => recordApplied(tx, file, checksum));
    }
    return applied;
  });
}

/** Of the entries, and of the variables that they name. */
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

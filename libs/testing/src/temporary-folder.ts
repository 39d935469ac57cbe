import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new, empty folder, which other users may read: as root, Postgres runs as another user. It is removed when the test
 * file ends.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  chmodSync(folder, 0o755);
  return folder;
}

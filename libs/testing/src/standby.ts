import { writeBaseBackup } from '@app/database';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startPostgres, type RunningPostgres } from '@app/local-services';

interface StandbyOptions {
  /** Folder of the standby's data; created, in a folder that exists. */
  dataDir: string;
  /** Server settings besides those of the primary, such as `{ recovery_min_apply_delay: '5s' }`. */
  settings?: Record<string, string | number>;
}

/**
 * Creates a streaming standby from a base backup that the primary writes, and starts it. Its superuser's password is
 * the primary's.
 * @throws LocalServiceError when it does not start
 */
export async function startStandby(
  primary: Pick<RunningPostgres, 'url' | 'port' | 'dataDir'>,
  options: StandbyOptions,
): Promise<RunningPostgres> {
  const dataDir = resolve(options.dataDir);
  const { uid, gid } = statSync(primary.dataDir);
  const backup = `${dataDir}.backup`;
  for (const folder of [dataDir, backup]) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
  }
  await writeBaseBackup(primary.url, backup);
  execFileSync('tar', ['-xf', join(backup, 'base.tar'), '-C', dataDir]);
  rmSync(backup, { recursive: true });
  const { password } = new URL(primary.url);
  writeFileSync(join(dataDir, 'standby.signal'), '');
  appendFileSync(
    join(dataDir, 'postgresql.auto.conf'),
    [
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${decodeURIComponent(password)}'`,
      `hot_standby_feedback = on`,
      `max_standby_streaming_delay = '5s'`,
      '',
    ].join('\n'),
  );
  for (const file of ['standby.signal', 'postgresql.auto.conf']) chownSync(join(dataDir, file), uid, gid);
  chmodSync(dataDir, 0o700);
  const { settings = {} } = options;
  return startPostgres({ dataDir, password: decodeURIComponent(password), settings, isStandby: true });
}

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The existing user as which Postgres runs if this process is root, which Postgres refuses: `postgres`, else `nobody`;
 * undefined otherwise.
 */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
  return (
    users.find((user) => user.name === 'postgres' && user.uid > 0) ??
    users.find((user) => user.name === 'nobody' && user.uid > 0) ?? { name: 'nobody', uid: 65534, gid: 65534 }
  );
}

/** Whether `user` may enter every folder on the way to `path` and read its contents. `path` must exist. */
export function canReach(path: string, user: Pick<SystemUser, 'uid' | 'gid'>): boolean {
  const real = realpathSync(path);
  for (let folder = real; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    const neededMode = folder === real ? 0o5 : 0o1;
    if (((mode >> shift) & neededMode) !== neededMode) return false;
    if (folder === parse(folder).root) return true;
  }
}

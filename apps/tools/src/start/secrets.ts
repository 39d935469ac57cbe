import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Secrets of the development stack, generated once. */
export interface StackSecrets {
  postgres: string;
  redis: string;
  roles: { auth: string; api: string; worker: string; console: string };
  /** 32 bytes in base64: seals secrets at rest. */
  sealingKey: string;
}

const random = (): string => randomBytes(24).toString('base64url');

/** Reads `file`, or creates it, readable only by the owner. */
export function stackSecrets(file: string): StackSecrets {
  if (existsSync(file)) return completed(JSON.parse(readFileSync(file, 'utf8')) as StackSecrets, file);
  const secrets: StackSecrets = {
    postgres: random(),
    redis: random(),
    roles: { auth: random(), api: random(), worker: random(), console: random() },
    sealingKey: randomBytes(32).toString('base64'),
  };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: 'wx' });
  return secrets;
}

/** Adds missing secrets: a folder of an earlier version has no role for the console. */
function completed(secrets: StackSecrets, file: string): StackSecrets {
  if ((secrets.roles as Partial<StackSecrets['roles']>).console !== undefined) return secrets;
  const all = { ...secrets, roles: { ...secrets.roles, console: random() } };
  writeFileSync(file, JSON.stringify(all, null, 2), { mode: 0o600 });
  return all;
}

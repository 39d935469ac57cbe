import { postgresBinaries, redisBinary, acceptsWrites, unprivilegedUser } from '@app/local-services';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Service } from './compose-file.js';
import { runToEnd, type Program } from './processes.js';

/**
 * Postgres as the entry point of its official image starts it. In an empty volume `initdb` with the password and exactly
 * the arguments of POSTGRES_INITDB_ARGS, then the database. Source: docker-library/postgres, docker-entrypoint.sh.
 * @param language of the machine, which `initdb` takes where its arguments do not say
 * @throws Error in the words of `initdb`
 */
export async function postgresProgram(
  service: Service,
  volume: string,
  address: string,
  language = 'en_US.utf8',
): Promise<Program> {
  const { POSTGRES_PASSWORD = '', POSTGRES_DB = 'postgres', POSTGRES_INITDB_ARGS = '' } = service.environment;
  const user = unprivilegedUser();
  const { initdb, postgres } = postgresBinaries(user);
  const data = join(volume, 'data');
  const base = { cwd: '/', env: { LANG: language, PATH: process.env['PATH']! }, user };
  if (!existsSync(data)) {
    mkdirSync(data, { mode: 0o700 });
    const passwordFile = join(volume, 'password');
    writeFileSync(passwordFile, `${POSTGRES_PASSWORD}\n`);
    if (user) for (const path of [volume, data, passwordFile]) chownSync(path, user.uid, user.gid);
    const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const initArguments = POSTGRES_INITDB_ARGS.split(/\s+/).filter(Boolean);
    await succeed({ ...base, command: initdb, args: ['--pgdata', data, ...access, ...initArguments] });
    const single = `echo 'create database "${POSTGRES_DB}"' | "${postgres}" --single -D "${data}" postgres`;
    await succeed({ ...base, command: 'sh', args: ['-c', single] });
  }
  const [, ...args] = service.command;
  const here = ['-D', data, '-c', `listen_addresses=${address}`, '-c', 'unix_socket_directories='];
  return { ...base, command: postgres, args: [...args, ...here] };
}

export async function redisProgram(service: Service, volume: string, address: string): Promise<Program> {
  const { command, env } = await redisBinary(volume);
  const [, ...args] = service.command;
  return { command, args: [...args, '--bind', address], cwd: volume, env: env as Record<string, string> };
}

/** As `pg_isready`: whether a session begins. */
export async function isPostgresReady(
  address: string,
  { POSTGRES_PASSWORD = '' }: Record<string, string>,
  args: readonly string[],
): Promise<boolean> {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))!.slice(name.length + 3);
  const url = `postgres://${option('username')}:${POSTGRES_PASSWORD}@${address}:5432/${option('dbname')}`;
  return acceptsWrites(url);
}

/** As `redis-cli ping`. */
export async function isRedisReady(
  address: string,
  { REDISCLI_AUTH }: Record<string, string>,
  args: readonly string[],
): Promise<boolean> {
  if (args.join(' ') !== 'ping') throw new Error(`the drill does not know redis-cli ${args.join(' ')}`);
  const redis = new Redis({
    host: address,
    ...(REDISCLI_AUTH && { password: REDISCLI_AUTH }),
    lazyConnect: true,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  return redis
    .ping()
    .then((answer) => answer === 'PONG')
    .catch(() => false)
    .finally(() => redis.disconnect());
}

async function succeed(program: Program): Promise<void> {
  const { code, output } = await runToEnd(program);
  if (code !== 0) throw new Error(`${program.command} ended with ${code}:\n${output}`);
}

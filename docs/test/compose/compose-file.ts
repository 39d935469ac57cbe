import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A service, as `docker compose config` resolves it. */
export interface Service {
  image: string;
  command: string[];
  entrypoint?: string[];
  environment: Record<string, string>;
  depends_on: Record<string, { condition: Condition }>;
  healthcheck?: { test: string[] };
  volumes: string[];
  profiles: string[];
  /** Seconds between SIGTERM and SIGKILL. */
  stop_grace_period: number;
}
export type Condition = 'service_healthy' | 'service_completed_successfully';

export interface ComposeFile {
  services: Record<string, Service>;
}

/** A file, and a service in it, as they are written. */
export interface WrittenFile {
  services: Record<string, WrittenService>;
  networks?: { default: { ipam: { config: { gateway: string }[] } } };
}
type WrittenService = Partial<Omit<Service, 'environment' | 'stop_grace_period'>> & {
  env_file?: { path: string; required: boolean }[];
  environment?: Record<string, string | number | null>;
  stop_grace_period?: string;
};

/** Keys that change nothing for a process without a container, besides those of {@link Service}. */
const OF_CONTAINERS = [
  'networks',
  'build',
  'cap_drop',
  'init',
  'ports',
  'read_only',
  'restart',
  'security_opt',
  'tmpfs',
];
const OF_PROCESSES = [
  ...['image', 'command', 'entrypoint', 'environment', 'depends_on', 'healthcheck', 'volumes', 'profiles'],
  ...['stop_grace_period', 'env_file'],
];

/** The variables of a file such as `.env`. */
export function readDotEnv(folder: string, file = '.env'): Record<string, string> {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), unquoted(line.slice(line.indexOf('=') + 1))]),
  );
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1');

/**
 * Reads compose files on top of each other, with the variables of `.env`.
 * @throws Error at a variable that is required and missing, and at every key that a drill without containers would ignore
 */
export function readCompose(folder: string, files: readonly string[]): ComposeFile {
  const dotEnv = readDotEnv(folder);
  const merged: Record<string, WrittenService> = {};
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const { services } = interpolated(parse(text, { merge: true }), dotEnv) as WrittenFile;
    for (const [name, service] of Object.entries(services)) {
      const { environment, ...before } = merged[name] ?? {};
      const shared = (service.env_file ?? [])
        .filter(({ path, required }) => required || existsSync(join(folder, path)))
        .flatMap(({ path }) => Object.entries(readDotEnv(folder, path)));
      const variables = { ...Object.fromEntries(shared), ...environment, ...service.environment };
      merged[name] = { ...before, ...service, environment: variables };
    }
  }
  const services = Object.entries(merged).map(([name, one]) => [name, resolved(name, one)] as const);
  return { services: Object.fromEntries(services) };
}

function resolved(name: string, written: WrittenService): Service {
  const foreign = Object.keys(written).filter((key) => ![...OF_CONTAINERS, ...OF_PROCESSES].includes(key));
  if (foreign.length > 0) throw new Error(`${name}: the drill does not know ${foreign.join(', ')}`);
  const {
    image,
    command = [],
    entrypoint,
    environment = {},
    healthcheck,
    volumes = [],
    profiles = [],
  } = written;
  if (image === undefined) throw new Error(`${name} has no image`);
  const variables = Object.entries(environment).map(([key, value]) => [key, String(value ?? '')]);
  return {
    image,
    command,
    ...(entrypoint && { entrypoint }),
    environment: Object.fromEntries(variables) as Record<string, string>,
    depends_on: written.depends_on ?? {},
    ...(healthcheck && { healthcheck }),
    volumes,
    profiles,
    stop_grace_period: Number.parseInt(written.stop_grace_period ?? '10s'),
  };
}

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` in every text of a tree. */
function interpolated(node: unknown, variables: Record<string, string>): unknown {
  if (typeof node === 'string') {
    return node.replace(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_all, name: string, kind?: string, text?: string) => {
        if (variables[name]) return variables[name];
        if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${text}`);
        return kind === '-' ? text! : '';
      },
    );
  }
  if (Array.isArray(node)) return node.map((one) => interpolated(one, variables));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, interpolated(value, variables)]),
  );
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StartConfig } from './config.js';
import type { StackSecrets } from './secrets.js';
import { type Services, withRole } from './services.js';
import type { Program } from './supervisor.js';

export interface Addresses {
  auth: string;
  api: string;
  worker: string;
  mails: string;
  console: string;
  media: string;
  partner: string;
}

export const listAddresses = ({ ports }: StartConfig): Addresses => ({
  auth: `http://localhost:${ports.auth}`,
  api: `http://localhost:${ports.api}`,
  worker: `http://localhost:${ports.worker}`,
  mails: `http://localhost:${ports.mails}`,
  console: `http://localhost:${ports.console}`,
  media: `http://localhost:${ports.media}`,
  partner: `http://localhost:${ports.partner}`,
});

/** The published secret of the demo's console, as in the bootstrap file. */
export const CONSOLE_CLIENT_SECRET = 'console-demo-secret';
const LOOPBACK = '127.0.0.1';

export const PORTAL_DOMAIN = 'learning.localhost';

const portalOrigin = (port: number): string => `http://{portal}:${port}`;

/** Settings for commands that use the running stack. */
export const commandSettings = (
  { ports }: StartConfig,
  { sealingKey }: StackSecrets,
  { databaseUrl }: Services,
): Record<string, string> => ({
  NODE_ENV: 'development',
  DATABASE_URL: databaseUrl,
  SECRETS_KEY: sealingKey,
  PORTAL_DOMAIN,
  PORTAL_ORIGIN: portalOrigin(ports.auth),
});

/** Growth of the heaps, as in scripts/docker-entrypoint.sh. */
const GROWTH = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/** The servers with their development settings. */
export function apps(
  config: StartConfig,
  secrets: StackSecrets,
  services: Services,
  root: string,
): Program[] {
  const { ports } = config;
  const addresses = listAddresses(config);
  const common = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    HOST: config.host,
    REDIS_URL: services.redisUrl,
    REDIS_PREFIX: 'lp',
    AUTH_PUBLIC_URL: addresses.auth,
    API_PUBLIC_URL: addresses.api,
    PORTAL_DOMAIN,
    PORTAL_ORIGIN: portalOrigin(ports.auth),
    CONSOLE_PUBLIC_URL: addresses.console,
    SECRETS_KEY: secrets.sealingKey,
    // the console states the address of the person whose request it forwards
    TRUSTED_PROXIES: LOOPBACK,
    LOG_LEVEL: config.logLevel,
    LOG_FORMAT: 'json',
    RATE_LIMITS: 'off',
    WEBHOOK_ALLOWED_HOSTS: 'localhost,127.0.0.1',
    INTERNAL_PORT: String(ports.internal),
    AUTH_INTERNAL_URL: `http://${LOOPBACK}:${ports.internal}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
  };
  const program = (name: string, role: 'auth' | 'api' | 'worker' | 'console'): Program => ({
    name,
    script: join(root, 'dist', 'apps', name, 'src', 'main.js'),
    env: {
      ...common,
      PORT: String(ports[role]),
      METRICS_PORT: String(ports[`${role}Metrics`]),
      DATABASE_URL: withRole(services.databaseUrl, `${config.rolePrefix}_${role}`, secrets.roles[role]),
    },
  });
  return [
    program('auth-server', 'auth'),
    { ...program('resource-api', 'api'), flags: GROWTH },
    { ...program('webhook-worker', 'worker'), flags: GROWTH },
    withSettings(program('console', 'console'), {
      AUTH_URL: `http://${LOOPBACK}:${ports.auth}`,
      API_URL: `http://${LOOPBACK}:${ports.api}`,
      CONSOLE_CLIENT_SECRET,
    }),
  ].filter(({ script }) => existsSync(script));
}

const withSettings = (program: Program, env: Record<string, string>): Program => ({
  ...program,
  env: { ...program.env, ...env },
});

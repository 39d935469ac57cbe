import { serverSettings } from '@app/kernel';
import { z } from 'zod';
import { settings as authServer } from '../../apps/auth-server/src/config.js';
import { settings as webConsole } from '../../apps/console/src/config.js';
import { settings as migration } from '../../apps/cli/src/migrate/config.js';
import { settings as development } from '../../apps/tools/src/start/config.js';
import { settings as resourceApi } from '../../apps/resource-api/src/config.js';
import { settings as webhookWorker } from '../../apps/webhook-worker/src/config.js';

/** The settings that an operator has to think about; all others have defaults that are right for most. */
const FIRST = [
  ...['DATABASE_URL', 'REDIS_URL', 'SECRETS_KEY', 'AUTH_PUBLIC_URL', 'API_PUBLIC_URL', 'PORTAL_DOMAIN'],
  ...['TRUSTED_PROXIES', 'JWKS_URL', 'AUTH_INTERNAL_URL', 'SMTP_URL', 'MAIL_FROM', 'PAYMENT_GATEWAY_URL'],
  ...['PAYMENT_GATEWAY_KEY', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
];

interface Property {
  description?: string;
  secret?: boolean;
  enum?: string[];
}

/** The settings of all programs as Markdown, generated from the schemas that read them. */
export function settingsTables(): string {
  const common = [...Object.keys(serverSettings.shape), ...FIRST];
  return [
    firstTable(),
    '## The rest',
    table('All servers', serverSettings, FIRST),
    table('auth-server', authServer, common),
    table('resource-api', resourceApi, common),
    table('webhook-worker', webhookWorker, common),
    table(
      'console',
      webConsole,
      common.filter((name) => name !== 'CONSOLE_PUBLIC_URL'),
    ),
    table('migrate', migration),
    table('npm start', development),
  ].join('\n\n');
}

function table(title: string, schema: z.ZodObject, without: string[] = []): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fields: Record<string, z.ZodType> = schema.shape;
  const rows = Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, property]) => {
      const value = fields[name]?.safeParse(undefined).data;
      return row([name], property as Property, required.includes(name) ? '**required**' : shown(value));
    });
  return [`### ${title}`, '', '| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Those of {@link FIRST}, with the servers that read them. */
function firstTable(): string {
  const servers = { auth: authServer, API: resourceApi, worker: webhookWorker, console: webConsole };
  const rows = FIRST.map((name) => {
    const readers = Object.entries<z.ZodObject>(servers).filter(([, { shape }]) => name in shape);
    const [, schema] = readers[0]!;
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
    });
    const value = (schema.shape as Record<string, z.ZodType>)[name]?.safeParse(undefined).data;
    const byDefault = required.includes(name) ? '**required**' : shown(value);
    const readBy = readers.length === 4 ? 'all' : readers.map(([server]) => server).join(', ');
    return row([name, readBy], properties[name] as Property, byDefault);
  });
  return ['| variable | read by | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** @param cells that come first: the name, and who reads it */
function row(
  [name, ...cells]: string[],
  { description = '', enum: choices, secret }: Property,
  byDefault: string,
): string {
  const meaning = [
    secret && 'Secret.',
    description,
    choices && `One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`,
  ];
  const text = meaning.filter(Boolean).join(' ').replaceAll('|', '\\|');
  return `| ${[`\`${name}\``, ...cells, byDefault, text].join(' | ')} |`;
}

function shown(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  return `\`${Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', '')}\``;
}

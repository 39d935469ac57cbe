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

/** The servers, each of which has an example file. */
export const servers: Record<string, z.ZodObject> = {
  'auth-server': authServer,
  'resource-api': resourceApi,
  'webhook-worker': webhookWorker,
  console: webConsole,
};

/** A file with every setting of a server: what is required to fill in, and the defaults of all others as comments. */
export function settingsExample(server: string): string {
  const entries = listSettings(servers[server]!).map(({ name, isRequired, value, property }) => {
    const isShown = value !== undefined && !(Array.isArray(value) && value.length === 0);
    return `# ${meaning(property)}\n${isRequired ? '' : '# '}${name}=${isShown ? plainText(value) : ''}\n`;
  });
  const head = `# Settings of the ${server}, written from the list that it reads. Required ones are not commented out.\n`;
  return [head, ...entries].join('\n');
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
  const rows = listSettings(schema)
    .filter(({ name }) => !without.includes(name))
    .map((one) => row([one.name], one));
  return [`### ${title}`, '', '| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

interface Setting {
  name: string;
  isRequired: boolean;
  /** The default. */
  value: unknown;
  property: Property;
}

function listSettings(schema: z.ZodObject): Setting[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    value: (schema.shape as Record<string, z.ZodType>)[name]?.safeParse(undefined).data,
    property: property as Property,
  }));
}

/** Those of {@link FIRST}, with the servers that read them. */
function firstTable(): string {
  const all = { auth: authServer, API: resourceApi, worker: webhookWorker, console: webConsole };
  const rows = FIRST.map((name) => {
    const readers = Object.entries<z.ZodObject>(all).filter(([, { shape }]) => name in shape);
    const readBy = readers.length === 4 ? 'all' : readers.map(([server]) => server).join(', ');
    return row(
      [name, readBy],
      listSettings(readers[0]![1]).find((one) => one.name === name)!,
    );
  });
  return ['| variable | read by | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** @param cells that come first: the name, and who reads it */
function row([name, ...cells]: string[], { isRequired, value, property }: Setting): string {
  const byDefault = isRequired ? '**required**' : shown(value);
  return `| ${[`\`${name}\``, ...cells, byDefault, meaning(property).replaceAll('|', '\\|')].join(' | ')} |`;
}

function meaning({ description = '', enum: choices, secret }: Property): string {
  const parts = [
    secret && 'Secret.',
    description,
    choices && `One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`,
  ];
  return parts.filter(Boolean).join(' ');
}

function shown(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return `\`${plainText(value)}\``;
}

/** A value as a variable has it. */
function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', '');
}

import { serverSettings } from '@app/kernel';
import { z } from 'zod';
import { settings as authServer } from '../../apps/auth-server/src/config.js';
import { settings as migration } from '../../apps/cli/src/migrate/config.js';
import { settings as development } from '../../apps/tools/src/start/config.js';
import { settings as resourceApi } from '../../apps/resource-api/src/config.js';
import { settings as webhookWorker } from '../../apps/webhook-worker/src/config.js';

interface Property {
  description?: string;
  enum?: string[];
}

/** The settings of all programs as Markdown, generated from the schemas that read them. */
export function settingsTables(): string {
  const common = Object.keys(serverSettings.shape);
  return [
    table('All three servers', serverSettings),
    table('auth-server', authServer, common),
    table('resource-api', resourceApi, common),
    table('webhook-worker', webhookWorker, common),
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
      return row(name, property as Property, required.includes(name) ? '**required**' : shown(value));
    });
  return [`### ${title}`, '', '| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function row(name: string, { description = '', enum: choices }: Property, byDefault: string): string {
  const meaning = [description, choices && `One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`];
  const text = meaning.filter(Boolean).join(' ').replaceAll('|', '\\|');
  return `| \`${name}\` | ${byDefault} | ${text} |`;
}

function shown(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  return `\`${Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', '')}\``;
}

import { Bootstrap } from '@app/bootstrap-files';
import { z } from 'zod';

interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  const?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
}

/** Every member that a bootstrap file may have, from the schema that reads it. */
export function bootstrapTables(): string {
  const schema = z.toJSONSchema(Bootstrap, { io: 'input', unrepresentable: 'any' }) as Schema;
  const lists = Object.entries(schema.properties!).filter(([, { items }]) => items?.properties);
  const otherMembers = Object.entries(schema.properties!).filter(([, { items }]) => !items?.properties);
  const rest = otherMembers.map(
    ([name, one]) => `- \`${name}\`: ${describeKind(one)}. ${one.description ?? ''}`,
  );
  return [...rest, ...lists.map(([name, { items }]) => `### ${name}\n\n${table(items!)}`)].join('\n\n');
}

const table = (schema: Schema): string =>
  ['| member | kind | default | meaning |', '| --- | --- | --- | --- |', ...rows(schema, '')].join('\n');

function rows({ properties = {}, required = [] }: Schema, before: string): string[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${before}${name}`;
    const inner = member.items?.properties ? member.items : member;
    const byDefault = required.includes(name) ? '**required**' : formatDefault(member);
    const cells = [`\`${path}\``, describeKind(member), byDefault, member.description ?? ''];
    const below = inner.properties && !inner.properties['env'] ? rows(inner, `${path}.`) : [];
    return [`| ${cells.join(' | ')} |`, ...below];
  });
}

function formatDefault({ default: value }: Schema): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : `\`${value.join(', ')}\``;
  return ['string', 'number', 'boolean'].includes(typeof value) ? `\`${value as string}\`` : '';
}

function describeKind(schema: Schema): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeKind))].join(' or ');
  if (schema.properties?.['env']) return `\`{ ${Object.keys(schema.properties).join(', ')} }\``;
  if (schema.type === 'array')
    return schema.items?.properties ? 'list' : `list of ${describeKind(schema.items ?? {})}`;
  return schema.type ?? 'any';
}

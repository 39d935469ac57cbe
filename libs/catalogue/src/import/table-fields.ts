import type { ColumnKind, TableFields } from '@app/tables';
import { allFields, fieldGroups, learningObjectFields } from '../learning-object.fields.js';

const kinds = {
  text: 'text',
  int: 'integer',
  numeric: 'number',
  boolean: 'boolean',
  'text[]': 'list',
  jsonb: 'json',
} as const;

/** Fields whose text in a table is parsed differently from their column. */
const special: Partial<Record<string, ColumnKind>> = {
  type: 'lower',
  language: 'lower',
  'delivery.duration': 'minutes',
  'pricing.price': 'money',
  'pricing.tax': 'money',
};

const spellings: Partial<Record<string, string[]>> = {
  external_id: ['id', 'external id', 'course id', 'sku'],
  title: ['name', 'titel', 'titre'],
  description: ['beschreibung'],
  language: ['sprache', 'langue', 'lang'],
  url: ['link', 'web address'],
  image: ['image url'],
  'delivery.duration': ['duration', 'dauer', 'durée'],
  'pricing.price': ['price', 'preis', 'prix'],
  'pricing.currency': ['currency', 'währung', 'devise'],
  topics: ['topic', 'themen'],
  tags: ['tag'],
  authors: ['author', 'autor', 'auteur'],
  skills: ['skill'],
};

function field(name: string, kind: ColumnKind): [string, TableFields['byName'][string]] {
  const also = spellings[name];
  return [name, { kind: special[name] ?? kind, ...(also && { spellings: also }) }];
}

const listColumnFields = (prefix: string, names: readonly string[]) =>
  names.flatMap((name) => {
    const { column, imported } = allFields[name as keyof typeof allFields] as {
      column?: keyof typeof kinds;
      imported?: unknown;
    };
    return column && imported ? [field(prefix + name, kinds[column])] : [];
  });

/** The columns of a table of learning objects: the fields of an import record, in the order of exports. */
export const catalogueFields: TableFields = {
  byName: Object.fromEntries([
    field('provider', 'text'),
    field('external_id', 'text'),
    ...listColumnFields('', Object.keys(learningObjectFields)),
    ...Object.entries(fieldGroups).flatMap(([group, fields]) =>
      listColumnFields(`${group}.`, Object.keys(fields)),
    ),
    field('content.url', 'text'),
    field('content.mimetype', 'text'),
    field('content.html', 'text'),
    field('content.questions', 'json'),
    field('content_groups', 'list'),
    field('events', 'json'),
    field('items', 'json'),
  ]),
  open: ['attributes.'],
  required: ['provider', 'external_id', 'type', 'title'],
};

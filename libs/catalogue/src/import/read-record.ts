import { isCleanText, UNCLEAN_TEXT } from '@app/contracts';
import { suggestion } from '@app/tables';
import type { z } from 'zod';
import { ImportRecord, type ImportItem } from '../import-record.js';
import { isReference } from './flatten.js';
import { catalogueFields } from './table-fields.js';

/** Parses a record. @returns the record, or all its errors, each with its field */
export function readRecord(value: unknown): ImportRecord | string {
  const unclean = findUncleanPath(value);
  if (unclean !== undefined) return `${unclean.join('.') || 'a name'}: ${UNCLEAN_TEXT}`;
  const result = ImportRecord.safeParse(value);
  return result.success
    ? (otherProvider(result.data, result.data.provider) ?? result.data)
    : result.error.issues.flatMap((issue) => complaints(issue, value)).join('; ');
}

/** The path of the first text or field name with control characters or lone surrogates. */
function findUncleanPath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isCleanText(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (!isCleanText(name)) return [];
    const below = findUncleanPath(inner);
    if (below) return [name, ...below];
  }
  return undefined;
}

function otherProvider({ items = [] }: ImportRecord | ImportItem, provider: string): string | undefined {
  for (const item of items) {
    if (isReference(item)) continue;
    if ((item.provider ?? provider) !== provider)
      return `items: "${item.external_id}" names the provider ${item.provider}: what a record holds is of its own`;
    const below = otherProvider(item, provider);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** An item is either a reference or an object. Only the errors of the form that it resembles are reported. */
function complaints(issue: z.core.$ZodIssue, within: unknown, before: PropertyKey[] = []): string[] {
  const path = [...before, ...issue.path];
  const value = issue.path.reduce<unknown>(
    (inner, name) => (inner as Record<PropertyKey, unknown> | undefined)?.[name],
    within,
  );
  if (
    issue.code === 'invalid_union' &&
    issue.errors.length === 2 &&
    typeof value === 'object' &&
    value !== null
  )
    return issue.errors['ref' in value ? 0 : 1]!.flatMap((inner) => complaints(inner, value, path));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${[...path, key].map(String).join('.')}: there is no such field${suggestName(key)}`,
    );
  const field = path.map(String).join('.');
  return [field ? `${field}: ${issue.message}` : issue.message];
}

const names = Object.keys(catalogueFields.byName);
const suggestName = (key: string): string => (names.includes(key) ? '' : suggestion(key, names));

const script = /<script\b|<[^>]+\son[a-z]+\s*=|javascript:/i;
const scriptFromElsewhere = /<script\b[^>]*\ssrc\s*=/i;
const embedded = /<(?:iframe|object|embed)\b/i;

/** Lists parts of a record that the player will not display as intended, and what to use instead. */
export function listShortcomings(record: ImportRecord | ImportItem): string[] {
  const html = record.content?.html ?? '';
  const isInteractive = record.type === 'interactive';
  const shortcomings = [
    ...(script.test(html) && !isInteractive
      ? [
          'content.html: scripts do not run in it: use the type "interactive", or content.url for a page of its own',
        ]
      : []),
    ...(scriptFromElsewhere.test(html) && isInteractive
      ? [
          'content.html: scripts from elsewhere do not run in it: put them inline, or use content.url for a page of its own',
        ]
      : []),
    ...(embedded.test(html)
      ? [
          'content.html: embedded players do not run in it: put their address into content.url, with "text/html" as content.mimetype',
        ]
      : []),
  ];
  const below = (record.items ?? []).flatMap((item) => (isReference(item) ? [] : listShortcomings(item)));
  return [...new Set([...shortcomings, ...below])];
}

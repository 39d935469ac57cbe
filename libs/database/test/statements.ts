import { parseSync } from '@swc/core';
import { globSync, readFileSync } from 'node:fs';

/** A statement on tables of tenants. */
export interface TenantStatement {
  /** The file and the function, method or constant that it is in. */
  place: string;
  /** Those that it names itself or through its parts. */
  tables: string[];
  text: string;
  /** The text with that of its parts. */
  whole: string;
  hasPortal: boolean;
}

/** The text of the `sql` templates in a piece of code, and the names used there. */
interface Text {
  text: string;
  names: string[];
}

interface SourceFile {
  path: string;
  /** Of functions, methods and variables: by `function name`, and by ` name` where they are the file's own. */
  declared: Map<string, Text>;
  imported: Set<string>;
  /** Each template with the function around it; those inside others belong to these. */
  templates: (Text & { scope: string })[];
}

type Node = { type?: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const readValue = (node: unknown): string | undefined =>
  isNode(node) && typeof node['value'] === 'string' ? node['value'] : undefined;

const isSql = (node: Node): boolean => {
  if (node.type !== 'TaggedTemplateExpression') return false;
  const tag = node['tag'] as Node;
  return readValue(tag) === 'sql' || (tag.type === 'MemberExpression' && readValue(tag['object']) === 'sql');
};

/** Whether it is one of the constants that become part of the text, `deliveryStateSql.waiting`. */
const isLiteral = (node: unknown): boolean =>
  isNode(node) &&
  node['type'] === 'MemberExpression' &&
  (readValue(node['object'])?.endsWith('Sql') ?? false);

/** Text and names of a piece of code; in a template each value becomes `:value`, each literal `:literal`. */
function readText(code: unknown): Text {
  const names: string[] = [];
  const read = (node: unknown): string => {
    if (Array.isArray(node)) return node.map(read).join(' ');
    if (!isNode(node)) return '';
    if (node.type === 'Identifier') names.push(readValue(node)!);
    if (!isSql(node)) return Object.values(node).map(read).join(' ');
    const { quasis, expressions } = node['template'] as { quasis: { raw: string }[]; expressions: unknown[] };
    return quasis
      .map(({ raw }, index) => {
        if (index >= expressions.length) return raw;
        const one = expressions[index];
        return `${raw} ${isLiteral(one) ? ':literal' : ':value'} ${read(one)} `;
      })
      .join('');
  };
  return { text: read(code), names };
}

/** The name that a node declares. */
const declares = (node: Node): string | undefined =>
  node.type === 'ClassMethod' || node.type === 'PrivateMethod'
    ? readValue(node['key'])
    : node.type === 'FunctionDeclaration'
      ? readValue(node['identifier'])
      : node.type === 'VariableDeclarator'
        ? readValue(node['id'])
        : undefined;

function readSource(path: string): SourceFile {
  const file: SourceFile = { path, declared: new Map(), imported: new Set(), templates: [] };
  const visit = (node: unknown, scope: string): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, scope));
    if (!isNode(node)) return;
    if (node.type === 'ImportSpecifier') file.imported.add(readValue(node['local'])!);
    const name = declares(node);
    if (name !== undefined) file.declared.set(`${scope} ${name}`, readText(node));
    if (isSql(node)) file.templates.push({ ...readText(node), scope });
    else for (const value of Object.values(node)) visit(value, scope === '' ? (name ?? '') : scope);
  };
  visit(parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', decorators: true }).body, '');
  return file;
}

/** Whether a text says which portals its rows are of: by a comparison, a join, or the columns of an insert. */
export function namesPortal(text: string): boolean {
  const portal = '(?:\\w+\\.)?(?:\\w*portal_id|owner_portal)';
  const compared = new RegExp(
    `${portal}\\s*(?:=|in\\b|is\\b|<>)|=\\s*${portal}\\b|\\([^()]*${portal}[^()]*\\)\\s*(?:=|in\\b)|using\\s*\\([^()]*portal_id`,
    'i',
  );
  const inserted = /insert\s+into\s+[\w.]+\s*(?:as\s+\w+\s*)?\([^()]*portal_id/i;
  return compared.test(text) || inserted.test(text);
}

/** All statements of production code on these tables, whichever way they are put together. */
export function statementsOn(tenantTables: readonly string[]): TenantStatement[] {
  const files = globSync('{apps,libs}/*/src/**/*.queries.ts')
    .filter((file) => !/^(apps\/(bench|tools)|libs\/(testing|local-services))\//.test(file))
    .toSorted()
    .map(readSource);
  /** The meaning of a name in a function: its own, the file's, or another file's. */
  const resolveName = (file: SourceFile, scope: string, name: string): [SourceFile, string, Text][] => {
    const ownText = file.declared.get(`${scope} ${name}`);
    if (ownText) return [[file, scope, ownText]];
    const common = file.declared.get(` ${name}`);
    if (common) return [[file, name, common]];
    if (!file.imported.has(name)) return [];
    return files.flatMap((other): [SourceFile, string, Text][] => {
      const text = other.declared.get(` ${name}`);
      return text ? [[other, name, text]] : [];
    });
  };
  const joinText = (file: SourceFile, scope: string, part: Text, seen: Set<Text>): string => {
    if (seen.has(part)) return '';
    seen.add(part);
    const otherTexts = part.names.flatMap((name) => resolveName(file, scope, name));
    return [
      part.text,
      ...otherTexts.map(([sourceFile, within, one]) => joinText(sourceFile, within, one, seen)),
    ].join(' ');
  };
  const names = tenantTables.map((table) => table.replace('.', '\\.')).join('|');
  const named = new RegExp(`\\b(?:${names})\\b`, 'g');
  // what is no statement by itself is judged where it becomes part of one
  const isStatement = ({ text }: Text) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text);
  return files.flatMap((file) =>
    file.templates.filter(isStatement).flatMap((part) => {
      const whole = joinText(file, part.scope, part, new Set());
      const tables = [...new Set(whole.match(named) ?? [])].toSorted();
      if (tables.length === 0) return [];
      const { text, scope } = part;
      return [{ place: `${file.path} ${scope}`, tables, text, whole, hasPortal: namesPortal(whole) }];
    }),
  );
}

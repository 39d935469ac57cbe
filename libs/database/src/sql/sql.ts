import { createHash } from 'node:crypto';

/**
 * A parametrised SQL statement. Values never become part of the text. The prepared statement is named after the text,
 * so the same template is planned once per connection.
 */
export class Statement {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[],
    /** Whether the text recurs; statements assembled from many optional parts are not worth preparing. */
    readonly prepared = true,
    /** Whether its rows have the names of services; see `sql.camelCase`. */
    readonly isCamelCased = false,
  ) {}

  /** The same statement, sent without a name. */
  unprepared(): Statement {
    return new Statement(this.text, this.values, false, this.isCamelCased);
  }
}

/** SQL text inserted unchanged: names and keywords from our own code, never from outside. */
class Raw {
  /** @throws Error when it contains a placeholder, which would not be renumbered with the statement's */
  constructor(readonly text: string) {
    if (/\$\d/.test(text)) throw new Error(`no name or keyword: ${text}`);
  }
}

/** Cached texts of templates whose parts are all values: most statements, whose text is always the same. */
const plainTexts = new WeakMap<readonly string[], string>();

function build(strings: readonly string[], parts: readonly unknown[]): Statement {
  if (!parts.some((part) => part instanceof Statement || part instanceof Raw)) {
    let text = plainTexts.get(strings);
    if (text === undefined) plainTexts.set(strings, (text = join(strings, parts).text));
    return new Statement(text, parts);
  }
  return join(strings, parts);
}

function join(strings: readonly string[], parts: readonly unknown[]): Statement {
  let text = strings[0] ?? '';
  const values: unknown[] = [];
  let prepared = true;
  parts.forEach((part, index) => {
    if (part instanceof Statement) {
      const shift = values.length;
      text += part.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + shift}`);
      for (const value of part.values) values.push(value);
      prepared &&= part.prepared;
    } else if (part instanceof Raw) text += part.text;
    else text += `$${values.push(part)}`;
    text += strings[index + 1] ?? '';
  });
  return new Statement(text, values, prepared);
}

/** sql\`select ... where id = ${id}\`; nests, and takes `sql.raw` for names. */
export const sql = Object.assign(
  (strings: TemplateStringsArray, ...parts: unknown[]): Statement => build(strings, parts),
  {
    raw: (text: string) => new Raw(text),
    /**
     * A statement whose rows have the names of services: `portal_id` becomes `portalId`. Rows that are sent to clients
     * keep their column names.
     */
    camelCase(strings: TemplateStringsArray, ...parts: unknown[]): Statement {
      const { text, values, prepared } = build(strings, parts);
      return new Statement(text, values, prepared, true);
    },
    /** Joins statements with `separator` between them. */
    join(statements: readonly Statement[], separator = ', '): Statement {
      const strings = statements.map((_, index) => (index === 0 ? '' : separator));
      return join([...strings, ''], statements);
    },
    /** `and` of all conditions; `true` when there is none. */
    and: (conditions: readonly Statement[]): Statement =>
      conditions.length === 0 ? sql`true` : sql.join(conditions, ' and '),
    empty: new Statement('', []),
  },
);

/** An array in the syntax of Postgres; undefined if items need quotes, which pg adds and escapes one by one. */
function plainArray(items: readonly unknown[]): string | undefined {
  let text = '';
  for (const item of items) {
    if (item === null) text += ',NULL';
    else if (typeof item === 'number' || typeof item === 'boolean') text += `,${item}`;
    else return undefined;
  }
  return `{${text.slice(1)}}`;
}

const names = new Map<string, string>();

/** The query for `pg`: the text, the values and, if the text recurs, the name of the prepared statement. */
export function toQuery(statement: Statement): { text: string; values: unknown[]; name?: string } {
  const { text } = statement;
  const values = statement.values.map((value) =>
    Array.isArray(value) ? (plainArray(value) ?? (value as unknown)) : value,
  );
  if (!statement.prepared) return { text, values };
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return { text, values, name };
}

const camelCaseNames = new Map<string, string>();

/** The services' name for a column. */
function toCamelCase(column: string): string {
  let name = camelCaseNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
    camelCaseNames.set(column, name);
  }
  return name;
}

/** Renames a row's members; their values are unchanged, JSON included. */
export function camelCased(row: Record<string, unknown>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const column of Object.keys(row)) value[toCamelCase(column)] = row[column];
  return value;
}

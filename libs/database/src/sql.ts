import { createHash } from 'node:crypto';

/**
 * A parametrised SQL statement. Values never become part of the text; the prepared statement is named after the text
 * alone, so the same template is planned once per connection.
 */
export class Statement {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[],
    /** Whether the text recurs; statements assembled from many optional parts are not worth preparing. */
    readonly prepared = true,
    /** Whether its rows use the names of services; see `sql.camelCase`. */
    readonly isCamelCased = false,
  ) {}

  /** The same statement, sent without a name. */
  unprepared(): Statement {
    return new Statement(this.text, this.values, false, this.isCamelCased);
  }
}

/** SQL text inserted unchanged: names and keywords from our own code, never anything from outside. */
class Raw {
  constructor(readonly text: string) {}
}

function build(strings: readonly string[], parts: readonly unknown[]): Statement {
  let text = strings[0] ?? '';
  const values: unknown[] = [];
  let prepared = true;
  parts.forEach((part, index) => {
    if (part instanceof Statement) {
      const shift = values.length;
      text += part.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + shift}`);
      values.push(...part.values);
      prepared &&= part.prepared;
    } else if (part instanceof Raw) {
      text += part.text;
    } else {
      values.push(part);
      text += `$${values.length}`;
    }
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
     * A statement whose rows use the names of services: `portal_id` becomes `portalId`. Rows that are sent to clients
     * keep their column names.
     */
    camelCase(strings: TemplateStringsArray, ...parts: unknown[]): Statement {
      const { text, values, prepared } = build(strings, parts);
      return new Statement(text, values, prepared, true);
    },
    /** Joins statements with `separator` between them. */
    join(statements: readonly Statement[], separator = ', '): Statement {
      const strings = statements.map((_, index) => (index === 0 ? '' : separator));
      return build([...strings, ''], statements);
    },
    /** `and` of all conditions; `true` when there is none. */
    and: (conditions: readonly Statement[]): Statement =>
      conditions.length === 0 ? build(['true'], []) : sql.join(conditions, ' and '),
    empty: build([''], []),
  },
);

const names = new Map<string, string>();

/** What `pg` accepts: the text, the values and, if the text recurs, the name of the prepared statement. */
export function toQuery(statement: Statement): { text: string; values: unknown[]; name?: string } {
  const query = { text: statement.text, values: [...statement.values] };
  if (!statement.prepared) return query;
  let name = names.get(statement.text);
  if (name === undefined) {
    name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 32);
    names.set(statement.text, name);
  }
  return { ...query, name };
}

const camelCaseNames = new Map<string, string>();

/** The services' name for a column. */
function camelCaseOf(column: string): string {
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
  for (const column of Object.keys(row)) value[camelCaseOf(column)] = row[column];
  return value;
}

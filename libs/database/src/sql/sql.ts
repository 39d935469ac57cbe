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
  /** @throws Error when it names a value: nobody would renumber it together with its statement's */
  constructor(readonly text: string) {
    if (/\$\d/.test(text)) throw new Error(`no name or keyword: ${text}`);
  }
}

/** The text that a template has with the parts that lead here. */
class Variant {
  text: string | undefined;
  #value: Variant | undefined;
  #statements: Map<string, Variant> | undefined;
  #raws: Map<string, Variant> | undefined;

  /** The variant with one more part; undefined when there are too many to remember one more. */
  with(part: unknown): Variant | undefined {
    if (part instanceof Statement) return child((this.#statements ??= new Map()), part.text);
    if (part instanceof Raw) return child((this.#raws ??= new Map()), part.text);
    return (this.#value ??= remember());
  }
}

/** Of all templates together, so that statements whose shape follows what is asked cannot fill the memory. */
const MAX_VARIANTS = 5_000;
let variants = 0;
const templates = new WeakMap<readonly string[], Variant>();
const joins = new Map<string, Variant>();

const remember = (): Variant | undefined =>
  variants < MAX_VARIANTS ? ((variants += 1), new Variant()) : undefined;

interface Children<K> {
  get(key: K): Variant | undefined;
  set(key: K, variant: Variant): unknown;
}

function child<K>(children: Children<K>, key: K): Variant | undefined {
  const existing = children.get(key);
  if (existing) return existing;
  const created = remember();
  if (created) children.set(key, created);
  return created;
}

/**
 * One and the same text for the same parts. It is put together once, and everything found by it later (its name, the
 * connection's statement, its kind) need not read it again.
 */
function build(strings: readonly string[], parts: readonly unknown[], root: Variant | undefined): Statement {
  let variant = root;
  const values: unknown[] = [];
  let prepared = true;
  for (const part of parts) {
    variant = variant?.with(part);
    if (part instanceof Statement) {
      for (const value of part.values) values.push(value);
      prepared &&= part.prepared;
    } else if (!(part instanceof Raw)) values.push(part);
  }
  const text = variant ? (variant.text ??= joinText(strings, parts)) : joinText(strings, parts);
  return new Statement(text, values, prepared);
}

function joinText(strings: readonly string[], parts: readonly unknown[]): string {
  let text = strings[0] ?? '';
  let count = 0;
  parts.forEach((part, index) => {
    if (part instanceof Statement) {
      const shift = count;
      text += part.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + shift}`);
      count += part.values.length;
    } else if (part instanceof Raw) {
      text += part.text;
    } else {
      count += 1;
      text += `$${count}`;
    }
    text += strings[index + 1] ?? '';
  });
  return text;
}

/** sql\`select ... where id = ${id}\`; nests, and takes `sql.raw` for names. */
export const sql = Object.assign(
  (strings: TemplateStringsArray, ...parts: unknown[]): Statement =>
    build(strings, parts, child(templates, strings)),
  {
    raw: (text: string) => new Raw(text),
    /**
     * A statement whose rows use the names of services: `portal_id` becomes `portalId`. Rows that are sent to clients
     * keep their column names.
     */
    camelCase(strings: TemplateStringsArray, ...parts: unknown[]): Statement {
      const { text, values, prepared } = build(strings, parts, child(templates, strings));
      return new Statement(text, values, prepared, true);
    },
    /** Joins statements with `separator` between them. */
    join(statements: readonly Statement[], separator = ', '): Statement {
      const strings = statements.map((_, index) => (index === 0 ? '' : separator));
      return build([...strings, ''], statements, child(joins, separator));
    },
    /** `and` of all conditions; `true` when there is none. */
    and: (conditions: readonly Statement[]): Statement =>
      conditions.length === 0 ? sql`true` : sql.join(conditions, ' and '),
    empty: new Statement('', []),
  },
);

/** An array as Postgres reads it; undefined where items need quotes, which pg adds and escapes one by one. */
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

/** The query that `pg` accepts: the text, the values and, if the text recurs, the name of the prepared statement. */
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

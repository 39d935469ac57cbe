import type pg from 'pg';
import { isBusy, translateError, DatabaseAway } from './errors.js';
import type { Answer, Lookup } from './lookup-line.js';

/** How many reads one statement asks for at most: it stays short. */
const MOST_TOGETHER = 50;

/** The column that says which of the reads a row answers; no statement of ours has one of this name. */
const PLACE = '$place';

type Row = Record<string, unknown>;

/** One statement for many reads of a kind. */
interface Together {
  name: string;
  text: string;
}

const known = new Map<string, Together | undefined>();

/**
 * @param kind a statement whose parameters all have a cast to a type (`$1::int`), so that columns of a table of keys can
 *   take their place; `limit` inside keeps Postgres from planning it in any other way than alone: once for each key
 * @returns undefined when it has none, or one without a cast or with one to an array
 */
function together({ name, text: kind }: pg.QueryConfig): Together | undefined {
  if (name === undefined) return undefined;
  if (known.has(kind)) return known.get(kind);
  const types: string[] = [];
  let parameters = 0;
  const text = kind.replace(/\$(\d+)(?:::(\w+)(?![\w[(]))?/g, (_all, number: string, type?: string) => {
    parameters += 1;
    if (type !== undefined) types[Number(number) - 1] = type;
    return `k.p${number}`;
  });
  const isTyped = parameters > 0 && types.length === parameters && !types.includes(undefined!);
  known.set(kind, isTyped ? { name: `${name}_n`, text: ofKeys(text, types) } : undefined);
  return known.get(kind);
}

// estimated as ten keys whatever their number, so that the plan is kept: an array's own length would be planned for anew
const ofKeys = (text: string, types: readonly string[]): string => `
  select r.*, k.place::int as "${PLACE}"
    from unnest(${types.map((type, index) => `(select $${index + 1}::${type}[])`).join(', ')})
         with ordinality k(${types.map((_, index) => `p${index + 1}`).join(', ')}, place)
   cross join lateral (select * from (${text}) one limit 1) r`;

/** Reads that are asked together when there are several of a kind. */
export class LookupsOfTurn {
  readonly #kinds = new Map<string, Lookup[]>();

  /** @returns whether it is asked with the others; if not, it has to be asked by itself */
  add(lookup: Lookup): boolean {
    const waiting = this.#kinds.get(lookup.kind);
    if (waiting) waiting.push(lookup);
    else if (together(lookup.query)) this.#kinds.set(lookup.kind, [lookup]);
    else return false;
    return true;
  }

  /** @param askAlone called for a read when the statement for it and others failed for a reason that may not be its own */
  take(askAlone: (lookup: Lookup) => void): Lookup[] {
    const asked: Lookup[] = [];
    for (const lookups of this.#kinds.values())
      for (let from = 0; from < lookups.length; from += MOST_TOGETHER)
        asked.push(merged(lookups.slice(from, from + MOST_TOGETHER), askAlone));
    this.#kinds.clear();
    return asked;
  }
}

function merged(lookups: Lookup[], askAlone: (lookup: Lookup) => void): Lookup {
  const [{ query, kind }] = lookups as [Lookup];
  if (lookups.length === 1) return lookups[0]!;
  const values = query.values!.map((_, index) => lookups.map((lookup) => lookup.query.values![index]));
  return {
    kind,
    query: { ...together(query)!, values },
    resolve: ({ rows }) => {
      const answers = new Array<Answer | undefined>(lookups.length);
      for (const { [PLACE]: place, ...row } of rows as Row[])
        answers[(place as number) - 1] = { rows: [row], rowCount: 1 };
      lookups.forEach((lookup, index) => lookup.resolve(answers[index] ?? { rows: [], rowCount: 0 }));
    },
    reject: (error) => {
      const isOfAll = isBusy(error) || translateError(error) instanceof DatabaseAway;
      for (const lookup of lookups)
        if (isOfAll) lookup.reject(error);
        else askAlone(lookup);
    },
  };
}

import { sql, type Statement } from '@app/database';
import type { LexemeCondition } from '../tsquery.js';

/** A condition on lexemes, as far as bitmaps can tell. */
export interface BitmapCondition {
  /**
   * The bits of the documents that meet it by keys alone, over rows of one block of `learning.search_bitmaps`; undefined
   * if none does.
   */
  bits: Statement | undefined;
  /** The keys that it reads. */
  keys: string[];
  /** Lexemes without bitmaps: whatever else meets the condition has one of them. */
  rare: string[];
  /** About which part of the documents `bits` has. */
  share: number;
}

/** Shares of the documents that have a key, by key. */
export type KnownShares = ReadonlyMap<string, number>;

/** @returns undefined if it asks for beginnings of words, which have no bitmaps */
export function bitmapCondition(condition: LexemeCondition, known: KnownShares): BitmapCondition | undefined {
  if ('prefix' in condition) return undefined;
  if ('lexeme' in condition) return anyOf([condition.lexeme], known);
  const parts = partsOf(condition, known);
  if (!parts) return undefined;
  const rare = parts.flatMap((part) => part.rare);
  const possible = parts.filter((part) => part.bits !== undefined);
  const keys = possible.flatMap((part) => part.keys);
  const shares = possible.map(({ share }) => share);
  if ('any' in condition)
    return {
      bits: joined(possible, ' | '),
      keys,
      rare,
      share: Math.min(
        1,
        shares.reduce((a, b) => a + b, 0),
      ),
    };
  if (possible.length < parts.length) return { bits: undefined, keys: [], rare, share: 0 };
  return { bits: joined(possible, ' & '), keys, rare, share: together(shares) };
}

/** The lexemes of alternatives are looked up at once. */
function partsOf(
  condition: { all: LexemeCondition[] } | { any: LexemeCondition[] },
  known: KnownShares,
): BitmapCondition[] | undefined {
  const isAny = 'any' in condition;
  const inside = isAny ? condition.any : condition.all;
  const lexemes = isAny ? inside.flatMap((one) => ('lexeme' in one ? one.lexeme : [])) : [];
  const parts = inside
    .filter((one) => !isAny || !('lexeme' in one))
    .map((one) => bitmapCondition(one, known));
  if (lexemes.length > 0) parts.push(anyOf(lexemes, known));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function anyOf(lexemes: readonly string[], known: KnownShares): BitmapCondition {
  const keys = lexemes.filter((lexeme) => known.has(lexeme));
  const share = keys.reduce((sum, key) => sum + known.get(key)!, 0);
  return {
    bits:
      keys.length === 0
        ? undefined
        : sql`coalesce(bit_or(bits) filter (where key = any(${keys}::text[])), 0::bit(32000))`,
    keys,
    rare: lexemes.filter((lexeme) => !known.has(lexeme)),
    share: Math.min(1, share),
  };
}

const joined = (parts: readonly BitmapCondition[], operator: ' & ' | ' | '): Statement | undefined =>
  parts.length === 0
    ? undefined
    : sql`(${sql.join(
        parts.map((part) => part.bits!),
        operator,
      )})`;

/** Lexemes meet more often than chance would have it: those of one language, of one subject. */
function together(shares: readonly number[]): number {
  const [least = 0, ...others] = shares.toSorted((one, other) => one - other);
  return least * Math.sqrt(others.reduce((product, share) => product * share, 1));
}

/** Every lexeme that a condition names. */
export function lexemesOf(condition: LexemeCondition): string[] {
  if ('lexeme' in condition) return [condition.lexeme];
  if ('prefix' in condition) return [];
  return ('all' in condition ? condition.all : condition.any).flatMap(lexemesOf);
}

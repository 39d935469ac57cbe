import { BadRequest, type Problem } from '@app/kernel';
import { readPairs, urlencodedPairs, type PairLimits } from './body/name-value-pairs.js';

/** The limits of a query; a comma-separated list is one value, which its schema limits. */
const queryLimits: PairLimits = { pairs: 2_000, list: 200, nested: 200 };

const refused = new WeakMap<object, Problem>();

/**
 * Parses query strings in the notations of partner clients: `tags[]=a`, `tags%5B%5D=a`, `tags[0]=a`, `tags=a`, and
 * nested ones; a parameter with an empty value counts as absent. Never throws, because it runs before an answer is
 * possible: {@link queryProblem} returns the fault. Source: contract 1.2 and 1.3.
 */
export function queryParser(text: string): Record<string, unknown> {
  try {
    return readPairs(withoutEmpty(urlencodedPairs(text)), queryLimits);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    const query = {};
    refused.set(query, error);
    return query;
  }
}

/** Why this query cannot be read, or undefined when it can. */
export const queryProblem = (query: unknown): Problem | undefined =>
  typeof query === 'object' && query !== null ? refused.get(query) : undefined;

function* withoutEmpty(pairs: Iterable<[string, string]>): Generator<[string, string]> {
  for (const pair of pairs) if (pair[1] !== '') yield pair;
}

/** Maximum number of nested names in a body: people with a few fields each, or custom fields. */
const MAX_NESTED = 2_000;

/**
 * Combines the pairs of a form for /v2 and /client into one object; an empty value counts.
 * @param maxList elements of one list
 * @throws BadRequest naming the parameter when there are more, or twice as many pairs
 */
export const formFields = (
  pairs: Iterable<readonly [name: string, value: string]>,
  maxList: number,
): Record<string, unknown> =>
  readPairs(pairs, { pairs: maxList * 2, list: maxList, nested: Math.min(MAX_NESTED, maxList) });

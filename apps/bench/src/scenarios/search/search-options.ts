import { InvalidArgumentError } from 'commander';

export const searchEngines = ['postgres', 'opensearch'] as const;

/** The engine that answers the searches of the benchmark, and the number of learning objects. */
export interface SearchOptions {
  engine: (typeof searchEngines)[number];
  objects: number;
}

export const USUAL_SEARCH: SearchOptions = { engine: 'postgres', objects: 100_000 };

/** Results of another engine or count have a different name, so they do not replace the usual ones. */
export const formatScenarioName = ({ engine, objects }: SearchOptions): string =>
  engine === USUAL_SEARCH.engine && objects === USUAL_SEARCH.objects
    ? 'search'
    : `search-${engine}-${objects}`;

/** @throws InvalidArgumentError when it is not a whole number above 0 */
export function readObjectCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('must be a whole number above 0');
  return count;
}

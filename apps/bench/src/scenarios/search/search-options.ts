import { InvalidArgumentError } from 'commander';

export const USUAL_OBJECTS = 100_000;

/** Results of another count have a different name, so they do not replace the usual ones. */
export const formatScenarioName = (objects: number): string =>
  objects === USUAL_OBJECTS ? 'search' : `search-postgres-${objects}`;

/** @throws InvalidArgumentError when it is not a whole number above 0 */
export function readObjectCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('must be a whole number above 0');
  return count;
}

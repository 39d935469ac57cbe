/** The parameters of an address, as the router has parsed them. */
export type SearchParams = Readonly<Record<string, unknown>>;

/** A text of an address, which may look like a number. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** A whole number of an address. */
export function readNumber(
  value: unknown,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const number = value === '' || value === null ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number >= least && number <= most ? number : undefined;
}

/** One of these names. */
export const readName = <Name extends string>(names: readonly Name[], value: unknown): Name | undefined =>
  names.find((name) => name === value);

/** Those that are there: an address that is not understood filters nothing. */
export const dropUndefined = <Filters extends object>(
  filters: Filters,
): { [Name in keyof Filters]?: Exclude<Filters[Name], undefined> } =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Filters]?: Exclude<Filters[Name], undefined>;
  };

/** Where the browser gets everything that matches as a file. */
export function exportAddress(path: string, filters: object): string {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value));
  return `/bff/download${path}/export?${query.toString()}`;
}

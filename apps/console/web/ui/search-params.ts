/** The query parameters of a URL, as parsed by the router. */
export type SearchParams = Readonly<Record<string, unknown>>;

/** Reads a text parameter, which the router may have parsed as a number. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** Reads a parameter with a whole number. */
export function readNumber(
  value: unknown,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const number = value === '' || value === null ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number >= least && number <= most ? number : undefined;
}

/** Reads a parameter with one of these names. */
export const readName = <Name extends string>(names: readonly Name[], value: unknown): Name | undefined =>
  names.find((name) => name === value);

/** Removes undefined members, so that invalid parameters set no filter. */
export const dropUndefined = <Filters extends object>(
  filters: Filters,
): { [Name in keyof Filters]?: Exclude<Filters[Name], undefined> } =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Filters]?: Exclude<Filters[Name], undefined>;
  };

/** The URL for downloading all matches as a file. */
export function exportAddress(path: string, filters: object): string {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(filters)) {
    if (typeof value !== 'object' || Array.isArray(value)) query.set(name, String(value));
    else
      for (const [key, part] of Object.entries(value as object)) query.set(`${name}[${key}]`, String(part));
  }
  return `/bff/download${path}/export?${query.toString()}`;
}

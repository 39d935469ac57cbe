import { z } from 'zod';

/** The values of a list, by names in lower case: the value itself, and other common names. */
export type ValuesByName = ReadonlyMap<string, string>;

const knownOf = new WeakMap<z.ZodType, ValuesByName>();
const adviceOf = new WeakMap<z.ZodType, (sent: unknown) => string | undefined>();

/** The values that a schema made by {@link listed} knows. */
export const knownValues = (schema: z.ZodType): ValuesByName | undefined => knownOf.get(schema);

/** The advice for the sender of this value, although it is accepted. */
export const adviceFor = (schema: z.ZodType, sent: unknown): string | undefined =>
  adviceOf.get(schema)?.(sent);

/** The schema itself; `advise` returns a sentence for the sender of an accepted value (contract 1.1). */
export function withAdvice<T extends z.ZodType>(schema: T, advise: (sent: unknown) => string | undefined): T {
  adviceOf.set(schema, advise);
  return schema;
}

/**
 * A text that should be one of `values`, in any letter case. Another one is accepted, because other services know more
 * values; it matches nothing, and its sender gets a warning (contract 4.6).
 * @param toName the common name of a value
 */
export function listed<T extends z.ZodType<string, string>>(
  text: T,
  values: readonly string[],
  toName: (value: string) => string = (value) => value,
) {
  const valuesByName: ValuesByName = new Map(
    values.flatMap((value) => [value, toName(value)].map((name) => [name.toLowerCase(), value])),
  );
  const valuesByLowerCase = new Map(values.map((value) => [value.toLowerCase(), value]));
  const schema = text.transform((sent) => valuesByLowerCase.get(sent.toLowerCase()) ?? sent);
  knownOf.set(schema, valuesByName);
  return schema;
}

/** One of an enumeration's values, in any letter case. */
export const inAnyCase = <T extends string>(values: z.ZodType<T> & { options: readonly T[] }) => {
  const byLowerCase = new Map(values.options.map((value) => [value.toLowerCase(), value]));
  return z.preprocess(
    (sent) => (typeof sent === 'string' ? (byLowerCase.get(sent.trim().toLowerCase()) ?? sent) : sent),
    values,
  );
};

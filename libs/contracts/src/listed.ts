import { z } from 'zod';

/** The values of a list, each by its names in lower case: the value itself, and what people call it besides. */
export type ValuesByName = ReadonlyMap<string, string>;

const knownOf = new WeakMap<z.ZodType, ValuesByName>();
const adviceOf = new WeakMap<z.ZodType, (sent: unknown) => string | undefined>();

/** The values that a schema made by {@link listed} knows. */
export const knownValues = (schema: z.ZodType): ValuesByName | undefined => knownOf.get(schema);

/** The warning that the sender of this value should hear, although it is accepted. */
export const adviceFor = (schema: z.ZodType, sent: unknown): string | undefined =>
  adviceOf.get(schema)?.(sent);

/** The schema itself; `advise` says in a sentence what the sender of an accepted value should hear (contract 1.1). */
export function withAdvice<T extends z.ZodType>(schema: T, advise: (sent: unknown) => string | undefined): T {
  adviceOf.set(schema, advise);
  return schema;
}

/**
 * A text that should be one of `values`, in any letter case. Another one is accepted, because other services know
 * more values; it matches nothing, and its sender hears of it (contract 4.6).
 * @param toName what people call a value
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

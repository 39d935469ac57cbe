import type { FieldError } from '@app/kernel';

type Keys = string[];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The body without refused nulls: typed clients send null for fields that are not set (contract 1.13). A null that a
 * schema accepts has a meaning and is not refused; one in a list stays.
 * @param refused paths as in `additional_errors`
 * @returns undefined when none of them is a null
 */
export function withoutNulls(body: unknown, refused: readonly FieldError[]): unknown {
  const nulls = refused.map(({ path }) => path.split('.')).filter((path) => isNullAt(body, path));
  return nulls.length > 0 ? without(body, nulls) : undefined;
}

function isNullAt(value: unknown, [key, ...deeper]: Keys): boolean {
  if (key === undefined) return false;
  if (Array.isArray(value)) return isNullAt(value[Number(key)], deeper);
  if (!isObject(value) || !Object.hasOwn(value, key)) return false;
  return deeper.length === 0 ? value[key] === null : isNullAt(value[key], deeper);
}

/** A copy of the value without these paths; unchanged parts are shared. */
function without(value: unknown, paths: readonly Keys[]): unknown {
  const below = Map.groupBy(paths, ([key]) => key!);
  const inside = (key: string, child: unknown): unknown => {
    const deeper = below.get(key)?.map(([, ...rest]) => rest);
    return deeper ? without(child, deeper) : child;
  };
  if (Array.isArray(value)) return value.map((child, index) => inside(String(index), child));
  if (!isObject(value)) return value;
  const remaining = Object.entries(value).filter(
    ([key]) => !below.get(key)?.some(({ length }) => length === 1),
  );
  return Object.fromEntries(remaining.map(([key, child]) => [key, inside(key, child)]));
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Field {
  name: () => string;
  value: unknown;
  /** The initial value. */
  first: unknown;
  change: (value: never) => void;
}

/** The input that the browser stores during a sign-in on this page. */
interface KeptInput {
  /** Only this owner gets the input back. */
  owner: string;
  path: string;
  input: [name: string, value: unknown][];
}

const KEY = 'console-kept-input';
const fields = new Set<Field>();
let awaited: KeptInput | undefined;

/**
 * Keeps the value of a field during a sign-in that replaces the page. Used by every field of a form except those for
 * secrets, which browsers may not store.
 * @param name the label of the field
 * @param change undefined if the parent controls the value
 */
export function useKeptInput<Value>(
  name: () => string,
  value: Value,
  change: ((value: Value) => void) | undefined,
): void {
  const field = useRef<Field>({ name, value, first: value, change: () => undefined });
  useLayoutEffect(() => {
    Object.assign(field.current, { name, value, change });
  });
  const isKept = change !== undefined;
  useEffect(() => {
    const { current } = field;
    if (!isKept) return undefined;
    fields.add(current);
    queueMicrotask(restore);
    return () => void fields.delete(current);
  }, [isKept]);
}

/** Stores the changed input of this page. @returns false if the browser blocks storage */
export function keepInput(owner: string): boolean {
  const changed = listFields().filter(([, { first, value }]) => !isSame(first, value));
  const stored: KeptInput = {
    owner,
    path: location.pathname,
    input: changed.map(([name, { value }]) => [name, value ?? null]),
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

/** Restores stored input in the fields of this page, those of a dialog once it is open. @returns whether any was stored */
export function restoreInput(owner: string): boolean {
  const stored = readKept();
  forgetInput();
  if (stored?.owner !== owner || stored.path !== location.pathname) return false;
  awaited = stored;
  queueMicrotask(restore);
  return stored.input.length > 0;
}

export function forgetInput(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // the browser blocks storage
  }
}

function readKept(): KeptInput | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined) as KeptInput | undefined;
  } catch {
    return undefined;
  }
}

/** Restores one field after the other, because a form computes its next state from the rendered one. */
function restore(): void {
  if (!awaited) return;
  if (awaited.path !== location.pathname) awaited = undefined;
  for (const [name, field] of awaited ? listFields() : []) {
    const index = awaited!.input.findIndex(([keptName]) => keptName === name);
    const [entry] = index < 0 ? [] : awaited!.input.splice(index, 1);
    if (entry && !isSame(field.value, entry[1])) flushSync(() => field.change(entry[1] as never));
  }
}

/** The fields with unique names, in the order in which they were added. */
function listFields(): [string, Field][] {
  const counts = new Map<string, number>();
  return [...fields].map((field) => {
    const name = field.name();
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [`${name} ${count}`, field];
  });
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

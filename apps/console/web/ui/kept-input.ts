import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Field {
  name: () => string;
  value: unknown;
  /** The value before anybody changed it. */
  first: unknown;
  change: (value: never) => void;
}

/** The input that a sign-in on this page leaves in the browser until it leads back. */
interface KeptInput {
  /** Nobody else gets it. */
  owner: string;
  path: string;
  input: [name: string, value: unknown][];
}

const KEY = 'console-kept-input';
const fields = new Set<Field>();
let awaited: KeptInput | undefined;

/**
 * Lets a sign-in that takes the place of the page keep what is in a field. Every field of a form has it but one for a
 * secret, which no browser may store.
 * @param name of the field for the person
 * @param change undefined: something else has the value
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

/** Keeps what has been changed on this page. @returns false when the browser stores nothing */
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

/** Gives the fields of this page what was kept for them, those of a dialog once it is open. @returns whether something was */
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
    // nothing is stored
  }
}

function readKept(): KeptInput | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined) as KeptInput | undefined;
  } catch {
    return undefined;
  }
}

/** One field after the other: a form makes its next state of the state that it shows. */
function restore(): void {
  if (!awaited) return;
  if (awaited.path !== location.pathname) awaited = undefined;
  for (const [name, field] of awaited ? listFields() : []) {
    const index = awaited!.input.findIndex(([keptName]) => keptName === name);
    const [entry] = index < 0 ? [] : awaited!.input.splice(index, 1);
    if (entry && !isSame(field.value, entry[1])) flushSync(() => field.change(entry[1] as never));
  }
}

/** The fields with names that differ, in the order in which they came. */
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

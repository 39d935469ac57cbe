import { useSafeChange } from '../../ui/safe-change.js';
import {
  useReadConfiguration,
  useSetConfiguration,
  type PortalConfiguration,
} from './configuration.queries.js';

type KeyValue = PortalConfiguration[string];

/** A value as it stands in JSON, so that text and numbers differ; empty for a key that is not set. */
export const showValue = (pairs: PortalConfiguration, key: string): string =>
  Object.hasOwn(pairs, key) ? JSON.stringify(pairs[key]) : '';

/** Reads what somebody wrote as JSON; undefined for what is none. The API says which values it takes. */
export function parseValue(text: string): KeyValue | undefined {
  try {
    return JSON.parse(text) as KeyValue;
  } catch {
    return undefined;
  }
}

/**
 * Sets one key if its value is still as it was shown.
 * @param shown by {@link showValue}
 */
export function useKeyChange(key: string, shown: string) {
  const read = useReadConfiguration();
  const set = useSetConfiguration();
  return useSafeChange<{ value: string }, KeyValue, unknown>({
    base: { value: shown },
    read: async () => {
      const { pairs, etag } = await read();
      return { values: { value: showValue(pairs, key) }, etag };
    },
    send: (value, etag) => set.mutateAsync({ body: { [key]: value }, etag }),
  });
}

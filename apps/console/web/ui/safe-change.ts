import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';

export interface SafeChange<Thing, Values, Body, Result> {
  /** The object as displayed when the user began. */
  shown: Thing;
  /** The values that the user edits or bases the decision on. */
  toValues: (thing: Thing) => Values;
  /** Reads the current object and its ETag. */
  read: () => Promise<{ data: Thing; etag: string | undefined }>;
  send: (body: Body, etag: string | undefined) => Promise<Result>;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** Lists the members that differ. */
export const listDifferent = <Values extends object>(one: Values, other: Values): (keyof Values)[] =>
  (Object.keys({ ...one, ...other }) as (keyof Values)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );

/**
 * Saves only if the edited values are unchanged on the server. If only the ETag differs, for example after a login,
 * retries once with the new one.
 * @returns the change, and the current object if another user has changed it
 */
export function useSafeChange<Thing, Values extends object, Body, Result>({
  shown,
  toValues,
  read,
  send,
}: SafeChange<Thing, Values, Body, Result>) {
  const [theirs, setTheirs] = useState<Thing>();
  const change = useMutation<Result, Error, Body>({
    mutationFn: async (body) => {
      setTheirs(undefined);
      for (let isLast = false; ; isLast = true) {
        const { data, etag } = await read();
        if (listDifferent(toValues(shown), toValues(data)).length > 0) {
          setTheirs(data);
          throw new ApiError(412, { error_code: 'precondition_failed' });
        }
        try {
          return await send(body, etag);
        } catch (error) {
          if (isLast || !isConflict(error)) throw error;
        }
      }
    },
  });
  return { change, theirs: isConflict(change.error) ? theirs : undefined };
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';

export interface SafeChange<Thing, Values, Body, Result> {
  /** It as the person saw it when they began. */
  shown: Thing;
  /** The part of it that people change here, or that could change their mind. */
  toValues: (thing: Thing) => Values;
  /** Reads what is there now, and its ETag. */
  read: () => Promise<{ data: Thing; etag: string | undefined }>;
  send: (body: Body, etag: string | undefined) => Promise<Result>;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** Members that differ. */
export const listDifferent = <Values extends object>(one: Values, other: Values): (keyof Values)[] =>
  (Object.keys({ ...one, ...other }) as (keyof Values)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );

/**
 * Changes something if it is still as the person saw it. An ETag also changes with what nobody edits here, such as the
 * last login: then the request is repeated with the new one.
 * @returns the change, and what is there now if somebody else has changed it
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

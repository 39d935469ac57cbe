import { z } from 'zod';

/** A position in a list that is read oldest change first. */
export interface CursorPosition {
  time: Date;
  id: number;
  /** Of the whole match, as it was counted for the first page: counting it for each would cost more than the page. */
  total?: number;
}

/** The opaque text of a position. */
export const writeCursor = (position: CursorPosition): string =>
  Buffer.from([position.time.getTime(), position.id, position.total].join('.')).toString('base64url');

/** `*` for the first page, then what `next_cursor` gave: as a position, or null for the beginning. */
export const Cursor = z.string().transform((text, context): CursorPosition | null => {
  if (text === '*') return null;
  const match = /^(\d{1,15})\.(\d{1,15})(?:\.(\d{0,15}))?$/.exec(Buffer.from(text, 'base64url').toString());
  if (match)
    return {
      time: new Date(Number(match[1])),
      id: Number(match[2]),
      ...(match[3] ? { total: Number(match[3]) } : {}),
    };
  context.addIssue({ code: 'custom', message: 'is not a cursor that this list has given' });
  return z.NEVER;
});

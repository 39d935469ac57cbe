import { z } from 'zod';
import {
  asStored,
  hidden,
  pickMembers,
  namesHaving,
  listNames,
  namesWith,
  showFields,
  listShownNames,
  storedTimeOrNull,
  type RowOf,
} from './field-table.js';

const fields = {
  id: { ...asStored(z.int()), example: 7, set: 'once' },
  title: { ...asStored(z.string()), example: 'One', set: 'later', sent: z.string().min(1) },
  secret: { ...hidden<string>(), set: 'once' },
  ended: { ...storedTimeOrNull, example: null, set: 'later' },
} as const;
const row: RowOf<typeof fields> = { id: 7, title: 'One', secret: 'x', ended: new Date(0) };

describe('a table of fields', () => {
  it('finds names by members of their entries, in its own order', () => {
    expect(listNames(fields)).toEqual(['id', 'title', 'secret', 'ended']);
    expect(listShownNames(fields)).toEqual(['id', 'title', 'ended']);
    expect(namesWith(fields, { set: 'once' })).toEqual(['id', 'secret']);
    expect(namesHaving(fields, 'sent')).toEqual(['title']);
  });

  it('returns one member of entries by name', () => {
    const shape = pickMembers(fields, namesHaving(fields, 'sent'), 'sent');
    expect(z.object(shape).safeParse({ title: '' }).success).toBe(false);
    expect(pickMembers(fields, listShownNames(fields), 'example')).toEqual({
      id: 7,
      title: 'One',
      ended: null,
    });
  });

  it('shows the fields of a row as answers do', () => {
    expect(showFields(fields, listShownNames(fields), row)).toEqual({
      id: 7,
      title: 'One',
      ended: '1970-01-01T00:00:00+00:00',
    });
  });
});

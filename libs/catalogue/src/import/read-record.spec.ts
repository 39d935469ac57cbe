import { readRecord, listShortcomings } from './read-record.js';
import type { ImportRecord } from '../import-record.js';

const text = { provider: 'acme', external_id: '1', type: 'text', title: 'One' };
const course = (...items: object[]) => ({ ...text, type: 'course', items });

describe('a record', () => {
  it.each<[string, object, string]>([
    [
      'a field of a group without the group',
      { price: 20 },
      'price: there is no such field; did you mean pricing.price?',
    ],
    ['a typing error', { titel: 'x' }, 'titel: there is no such field; did you mean title?'],
    [
      'a price that could not be stored as it is',
      { pricing: { price: 20.125 } },
      'pricing.price: an amount has two decimals at most',
    ],
    ['such a tax', { pricing: { price: 1, tax: 0.001 } }, 'pricing.tax: an amount has two decimals'],
    ['inside a group', { pricing: { price: 1, vat: 2 } }, 'pricing.vat: there is no such field'],
    ['inside content', { content: { body: 'x' } }, 'content.body: there is no such field'],
    [
      'inside an event',
      {
        events: [
          {
            start: '2026-01-01T09:00:00Z',
            end: '2026-01-01T10:00:00Z',
            location: { country: 'DE', city: 'Ulm' },
          },
        ],
      },
      'events.0.location.city: there is no such field',
    ],
    [
      'a date that does not exist',
      {
        events: [{ start: '2023-02-29T09:00:00Z', end: '2023-03-01T09:00:00Z', location: { country: 'DE' } }],
      },
      'events.0.start: ',
    ],
    ['NUL', { summary: 'a\0b' }, 'summary: must not contain control characters or broken characters'],
    ['half a character', { tags: ['ok', '\uD800'] }, 'tags.1: must not contain'],
    ['a control character in a name', { attributes: { 'a\u0007': 1 } }, 'attributes: must not contain'],
  ])('is refused for %s', (_, more, reason) => expect(readRecord({ ...text, ...more })).toContain(reason));

  it('is refused for errors of its items, each checked as a reference or an object', () => {
    expect(readRecord(course({ ...text, provider: undefined, titel: 'x' }))).toContain(
      'items.0.titel: there is no such',
    );
    expect(readRecord(course({ ...text, provider: 'globex' }))).toContain('names the provider globex');
    expect(readRecord(course({ ref: '1', title: 'x' }))).toBe('items.0.title: there is no such field');
    expect(
      readRecord(course({ external_id: '2', type: 'course', title: 'x', items: [{ type: 'text' }] })),
    ).toContain('items.0.items.0.external_id: ');
  });
});

describe('a record with HTML', () => {
  const listFor = (html: string, type = 'text') =>
    listShortcomings(readRecord({ ...text, type, content: { html } }) as ImportRecord);

  it.each([
    ['<p>Hello <b onclick="x()">you</b></p>', 'scripts do not run in it: use the type "interactive"'],
    ['<script>alert(1)</script>', 'scripts do not run in it'],
    [
      '<iframe src="https://video.example/embed/1"></iframe>',
      'embedded players do not run in it: put their address into content.url',
    ],
    ['<OBJECT data="a.swf"></OBJECT>', 'embedded players'],
  ])('%s: reports the part that does not run, and the alternative', (html, said) =>
    expect(listFor(html).join()).toContain(said),
  );

  it('accepts plain HTML, and scripts of an interactive item unless they come from another site', () => {
    expect(listFor('<p>On one = condition</p>')).toEqual([]);
    expect(listFor('<script>run()</script>', 'interactive')).toEqual([]);
    expect(listFor('<script src="https://cdn.example/x.js"></script>', 'interactive').join()).toContain(
      'from elsewhere',
    );
  });

  it('checks its items, too', () => {
    const items = [{ external_id: '2', type: 'text', title: 'x', content: { html: '<script>1</script>' } }];
    expect(listShortcomings(readRecord(course(...items)) as ImportRecord)).toHaveLength(1);
  });
});

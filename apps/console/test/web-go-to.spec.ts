import { listPlaces, nothingFound, readText, type Lookups } from '../web/app/go-to-places.js';
import { en } from '../web/texts/en/index.js';
import { formatText } from '../web/texts/format-text.js';
import type { Translate } from '../web/texts/translate.js';

const t: Translate = (key, values) => formatText('en', en[key], values);
const EVENT = 'evt_0d4b8a6f2e9c4b7f8a1d3c5e7f901234';
const webhooks = [
  { id: 3, url: 'https://partner.example/hook' },
  { id: 4, url: 'https://erp.example/hook' },
];
const menu = [
  { path: '/webhooks', text: 'webhooks.title' as const },
  { path: '/people', text: 'people.title' as const },
];

describe('go to', () => {
  const places = (text: string, found: Partial<Lookups> = {}) =>
    listPlaces(readText(text), { ...nothingFound, ...found, webhooks, menu, t });
  const hrefs = (...search: Parameters<typeof places>) => places(...search).map(({ href }) => href);

  it.each([
    [EVENT, 'event'],
    ['evt_0d4b', 'words'],
    ['4711', 'number'],
    ['ada+x@acme.example', 'address'],
    ['ada@', 'words'],
    ['hr-sync', 'words'],
    ['two words', 'words'],
    ['', 'words'],
  ])('recognises "%s" as %s', (text, kind) => {
    expect(readText(` ${text} `)).toEqual({ kind, text });
  });

  it('leads from words to pages and webhooks', () => {
    expect(hrefs('PARTNER')).toEqual(['/webhooks/3']);
    expect(hrefs('WEB')).toEqual(['/webhooks']);
    expect(hrefs('')).toEqual(['/webhooks', '/people', '/webhooks/3', '/webhooks/4']);
  });

  it('offers only what was found, after the pages', () => {
    for (const text of ['nothing like it', '812', 'ada@acme.example', EVENT]) expect(hrefs(text)).toEqual([]);
    expect(hrefs('3')).toEqual(['/webhooks/3']);
    const found = {
      people: [{ id: 12, full_name: 'Ada People', email: 'ada@acme.example' }],
      applications: [{ client_id: 'people~1', client_name: 'People sync' }],
      contents: [{ id: 77, title: 'Leading people' }],
    };
    expect(places('people', found)).toEqual([
      { href: '/people', name: 'People' },
      { href: '/people/12', name: 'Ada People · ada@acme.example' },
      { href: '/applications/people~1', name: 'Application People sync' },
      { href: '/content/77', name: 'Content: Leading people' },
    ]);
    expect(hrefs('812', { enrollment: { id: 812 } })).toEqual(['/enrollments/812']);
  });

  it('leads from an event to its deliveries, and to older ones if not all were searched', () => {
    const deliveries = [{ webhook_id: 3, id: 4_711, type: 'user.create' }];
    expect(places(EVENT, { deliveries })).toEqual([
      { href: '/webhooks/3/deliveries/4711', name: 'user.create to https://partner.example/hook' },
    ]);
    expect(hrefs(EVENT, { hasOlderDeliveries: true })).toEqual([`/webhooks/deliveries?event_id=${EVENT}`]);
  });
});

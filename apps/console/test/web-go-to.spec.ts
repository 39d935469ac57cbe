import { listPlaces, readPasted, type Lookups } from '../web/app/go-to-places.js';
import { en } from '../web/texts/en/index.js';
import { formatText } from '../web/texts/format-text.js';
import type { Translate } from '../web/texts/translate.js';

const t: Translate = (key, values) => formatText('en', en[key], values);
const EVENT = 'evt_0d4b8a6f2e9c4b7f8a1d3c5e7f901234';
const nothing: Lookups = { people: [], events: [], application: undefined };
const webhooks = [
  { id: 3, url: 'https://partner.example/hook', enabled: true },
  { id: 4, url: 'https://erp.example/hook', enabled: true },
];
const menu = [
  { path: '/webhooks', text: 'webhooks.title' as const },
  { path: '/applications', text: 'applications.title' as const },
  { path: '/people', text: 'people.title' as const },
  { path: '/enrollments', text: 'enrollments.title' as const },
  { path: '/content', text: 'content.title' as const },
];

describe('go to', () => {
  const read = (text: string, shownMenu = menu) => readPasted(` ${text} `, { menu: shownMenu, t });
  const places = (text: string, lookups: Partial<Lookups> = {}, shownMenu = menu) =>
    listPlaces(read(text, shownMenu), { ...nothing, ...lookups, webhooks, menu: shownMenu, t });
  const hrefs = (...search: Parameters<typeof places>) => places(...search).map(({ href }) => href);

  it.each([
    [EVENT, 'event'],
    ['evt_0d4b', 'client'],
    ['4711', 'number'],
    ['ada+x@acme.example', 'address'],
    ['ada@', 'address'],
    ['hr-sync', 'client'],
    ['hr', 'words'],
    ['web', 'words'],
    ['two words', 'words'],
    ['https://partner.example', 'words'],
    ['', 'words'],
  ])('recognises "%s" as %s', (text, kind) => {
    expect(read(text)).toEqual({ kind, text });
  });

  it('looks up only objects of pages in the menu', () => {
    for (const text of [EVENT, 'ada@acme.example', 'hr-sync']) expect(read(text, []).kind).toBe('words');
  });

  it('leads from words to pages and webhooks', () => {
    expect(hrefs('PARTNER')).toEqual(['/webhooks/3']);
    expect(hrefs('WEB')).toEqual(['/webhooks']);
    expect(hrefs('')).toEqual([...menu.map(({ path }) => path), '/webhooks/3', '/webhooks/4']);
    expect(hrefs('nothing like it')).toEqual([]);
  });

  it('lists the possible kinds of a number whose pages the person can open', () => {
    expect(hrefs('812')).toEqual([
      '/webhooks/812',
      '/webhooks/3/deliveries/812',
      '/webhooks/4/deliveries/812',
      '/people/812',
      '/enrollments/812',
      '/content/812',
    ]);
    expect(hrefs('812', {}, [menu[2]!])).toEqual(['/people/812']);
  });

  it('leads from an address to its person, and to the list', () => {
    const list = '/people?q=ada%2Bx%40acme.example';
    expect(hrefs('ada+x@acme.example')).toEqual([list]);
    expect(places('ada+x@acme.example', { people: [{ id: 12, full_name: 'Ada Lovelace' }] })).toEqual([
      { href: '/people/12', name: 'Ada Lovelace · ada+x@acme.example' },
      { href: list, name: 'People with the address ada+x@acme.example' },
    ]);
  });

  it('links an event to its deliveries, and to webhooks with an incomplete search', () => {
    const search = (place: number, isComplete: boolean, delivery?: { id: number; type: string }) => ({
      webhook: webhooks[place]!,
      delivery,
      isComplete,
    });
    expect(places(EVENT, { events: [search(0, false, { id: 4_711, type: 'user.create' })] })).toEqual([
      { href: '/webhooks/3/deliveries/4711', name: 'user.create to https://partner.example/hook' },
      {
        href: `/webhooks/4?event_id=${EVENT}`,
        name: 'Deliveries of this event to https://erp.example/hook',
      },
    ]);
    expect(hrefs(EVENT, { events: [search(0, false), search(1, true)] })).toEqual([
      `/webhooks/3?event_id=${EVENT}`,
    ]);
    expect(hrefs(EVENT, { events: [search(0, true), search(1, true)] })).toEqual([]);
  });

  it('leads from a client id to its application', () => {
    const application = { client_id: 'partner~1', client_name: 'Partner sync' };
    expect(places('partner~1', { application })).toEqual([
      { href: '/applications/partner~1', name: 'Application Partner sync' },
    ]);
  });
});

import { statementTexts } from '@app/testing';
import { ImportRecord } from './import-record.js';
import { exportRoots } from './import/export.queries.js';
import { flatten } from './import/flatten.js';
import { upsertObjects } from './import/import.queries.js';
import { lockOwnObjects } from './learning-objects.queries.js';

it('generates the statements of learning objects from the list of their fields', async () => {
  const texts = await statementTexts(async (tx) => {
    await lockOwnObjects(tx, 1, 204);
    await upsertObjects(tx, [], new Date('2026-01-31T06:29:13Z'));
    await exportRoots(tx, 0, false, undefined);
  });
  expect(texts.join('\n\n')).toMatchSnapshot();
});

it('reads the fields of an import record, with their defaults', () => {
  const course = {
    provider: 'own',
    external_id: 'course',
    type: 'course',
    title: 'First aid at work',
    summary: 'In the first minutes.',
    description: '<p>What to do.</p>',
    image: 'https://images.example/a.jpg',
    language: 'de',
    published: false,
    premium: true,
    delivery: { duration: 45, mode: 'in-person' },
    pricing: { currency: 'EUR', price: 20, tax: 3.8, tax_included: false },
    ratings: { ratings_count: 12, five_star_rating: 4.5 },
    tags: ['safety'],
    topics: ['Health'],
    authors: ['R. Okafor'],
    skills: ['First aid'],
    attributes: { level: null, rank: 2 },
    content_groups: ['b', 'a'],
    events: [
      { start: '2026-03-01T09:00:00+01:00', end: '2026-03-01T17:00:00+01:00', location: { country: 'DE' } },
    ],
    items: [
      { external_id: 'quiz', type: 'quiz', title: 'Quiz', required: true, content: { questions: [] } },
      { external_id: 'link', type: 'link', title: 'Link', url: 'https://a.example/', pricing: { price: 1 } },
      { ref: 'other' },
    ],
  };
  const nodes = flatten(ImportRecord.parse(course), { providerId: 7, portalId: 1 });
  expect(nodes).toMatchSnapshot();
});

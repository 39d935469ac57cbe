import { statementTexts } from '@app/testing';
import { updateLearningObject } from './learning-objects.queries.js';

it('changes the columns that the list of fields lets owners change', async () => {
  const change = {
    title: 'First aid',
    summary: null,
    description: '',
    image: null,
    language: 'en',
    published: true,
    tags: ['safety'],
    topics: [],
    url: 'https://a.example/',
    duration: 45,
  };
  const now = new Date('2026-01-31T06:29:13Z');
  const texts = await statementTexts((tx) => updateLearningObject(tx, 1, 204, change, now));
  expect(texts.join('\n\n')).toMatchSnapshot();
});

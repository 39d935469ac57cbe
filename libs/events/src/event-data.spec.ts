import { serializeEventData } from './event-data.js';

const countBytes = (text: string) => Buffer.byteLength(text);

describe('serializeEventData', () => {
  it('does not change data of 64 KiB', () => {
    const data = { id: 1, description: 'x'.repeat(65_500) };
    expect(serializeEventData(data)).toBe(JSON.stringify(data));
  });

  it.each([
    ['Latin letters', 'x'],
    ['quotation marks', '"'],
    ['Japanese', '日本'],
    ['emoji', '😀'],
  ])('contains the beginning of a longer description of %s, and marks it', (_title, letters) => {
    const description = `<p>${letters.repeat(80_000)}</p>`;
    const text = serializeEventData({ id: 1, description, title: 'One', tags: ['a'] });
    expect(countBytes(text)).toBeLessThanOrEqual(65_536 + 25);
    const shown = JSON.parse(text) as { description: string };
    expect(shown).toEqual({
      id: 1,
      title: 'One',
      tags: ['a'],
      description: expect.any(String),
      shortened: ['description'],
    });
    expect(description.startsWith(shown.description)).toBe(true);
    expect(shown.description.length).toBeGreaterThan(20_000);
  });

  it('does not change data without a description, however long its other fields are', () => {
    const data = { note: 'x'.repeat(100_000) };
    expect(serializeEventData(data)).toBe(JSON.stringify(data));
    const both = JSON.parse(serializeEventData({ ...data, description: 'One' })) as object;
    expect(both).toEqual({ ...data, description: '', shortened: ['description'] });
  });
});

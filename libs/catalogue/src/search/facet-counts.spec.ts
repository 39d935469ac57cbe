import { countCodes } from './facet-counts.queries.js';

describe('countCodes', () => {
  it('counts only the codes of the requested facets, in arrays as Postgres formats them', () => {
    const [type, otherType, language] = [1 * 8 + 1, 125 * 8 + 1, 2 * 8 + 2];
    const codes = `{${type},${language}}{${otherType}}{}{${type}}`;
    expect([...countCodes(codes, [1, 2])]).toEqual([
      [type, 2],
      [language, 1],
      [otherType, 1],
    ]);
    expect([...countCodes(codes, [2])]).toEqual([[language, 1]]);
    expect(countCodes('', [1]).size).toBe(0);
  });
});

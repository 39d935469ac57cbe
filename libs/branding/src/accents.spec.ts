import { colors } from '@app/look';
import { computeAccents, contrast } from './accents.js';

describe('computeAccents', () => {
  it('computes contrast like WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each(['#ffff00', '#000000', '#ffffff', '#1d5bd6', '#ff0000', '#00ff88', '#7f7f7f', '#101010'])(
    'is readable on page backgrounds in both colour schemes: %s',
    (color) => {
      const accents = computeAccents(color);
      for (const scheme of ['light', 'dark'] as const) {
        const { accent, onAccent } = accents[scheme];
        const { card, ground: page, soft, 'error-ground': error, 'good-ground': good } = colors[scheme];
        const grounds = [card, page, soft, error, good];
        for (const ground of [...grounds, onAccent])
          expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('does not change a readable colour', () => {
    expect(computeAccents('#1d5bd6').light).toEqual({ accent: '#1d5bd6', onAccent: '#ffffff' });
    expect(computeAccents('#8ab4ff').dark.accent).toBe('#8ab4ff');
  });
});

describe('the colours of pages', () => {
  it.each(['light', 'dark'] as const)('are readable on each other: %s', (scheme) => {
    const { card, ground, soft, text, quiet, accent, ...otherColors } = colors[scheme];
    const pairs: [string, string][] = [card, ground, soft].flatMap((under) =>
      [text, quiet, accent].map((over): [string, string] => [over, under]),
    );
    pairs.push(
      [otherColors.error, otherColors['error-ground']],
      [otherColors.good, otherColors['good-ground']],
      [otherColors['on-accent'], accent],
    );
    expect(pairs.filter(([over, under]) => contrast(over, under) < 4.5)).toEqual([]);
  });
});

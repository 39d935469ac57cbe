import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeAccents, contrast } from './accents.js';

const style = readFileSync(
  join(__dirname, '../../../apps/auth-server/src/edge/pages/assets/style.css'),
  'utf8',
);
const value = (name: string, scheme: 'light' | 'dark'): string =>
  [...style.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))][scheme === 'light' ? 0 : 1]![1]!;

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
        const grounds = ['card', 'ground', 'soft', 'error-ground', 'good-ground'].map((name) =>
          value(name, scheme),
        );
        for (const ground of [...grounds, onAccent])
          expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('keeps a colour that is readable', () => {
    expect(computeAccents('#1d5bd6').light).toEqual({ accent: '#1d5bd6', onAccent: '#ffffff' });
    expect(computeAccents('#8ab4ff').dark.accent).toBe('#8ab4ff');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accentsOf, contrast } from './accents.js';

const style = readFileSync(join(__dirname, '../../../apps/auth-server/src/pages/assets/style.css'), 'utf8');
const value = (name: string, scheme: 'light' | 'dark'): string =>
  [...style.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))][scheme === 'light' ? 0 : 1]![1]!;

describe('accentsOf', () => {
  it('computes contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each(['#ffff00', '#000000', '#ffffff', '#1d5bd6', '#ff0000', '#00ff88', '#7f7f7f', '#101010'])(
    'can be read in both schemes on the grounds of the pages: %s',
    (color) => {
      const accents = accentsOf(color);
      for (const scheme of ['light', 'dark'] as const) {
        const { accent, onAccent } = accents[scheme];
        for (const ground of [value('card', scheme), value('ground', scheme), onAccent])
          expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('leaves a colour as it is where it can be read', () => {
    expect(accentsOf('#1d5bd6').light).toEqual({ accent: '#1d5bd6', onAccent: '#ffffff' });
    expect(accentsOf('#8ab4ff').dark.accent).toBe('#8ab4ff');
  });
});

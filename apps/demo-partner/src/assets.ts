import { baseStyle } from '@app/look';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');

/**
 * Rules for the columns of arrows and the delay of each step's animation. They are in the stylesheet because the content
 * security policy forbids inline styles.
 */
const sequenceRules = (): string[] => [
  ...[1, 2, 3, 4].map((column) => `.sequence .from-${column} { --from: ${column}; }`),
  ...[1, 2, 3, 4].map((column) => `.sequence .to-${column} { --to: ${column}; }`),
  ...Array.from({ length: 10 }, (_, index) => `.after-${index + 1} { --i: ${index + 1}; }`),
];

const assets: Record<string, () => { type: string; content: string }> = {
  '/assets/partner.css': () => ({
    type: 'text/css; charset=utf-8',
    content: [
      baseStyle(),
      ...['partner.css', 'controls.css', 'sequence.css'].map(read),
      ...sequenceRules(),
    ].join('\n'),
  }),
  '/assets/partner.js': () => ({ type: 'text/javascript; charset=utf-8', content: read('partner.js') }),
  '/assets/icon.svg': () => ({ type: 'image/svg+xml', content: read('icon.svg') }),
};

/** A file that pages load; undefined when there is none at this path. */
export const partnerAsset = (path: string): { type: string; content: string } | undefined => assets[path]?.();

import { rootStyle } from '@app/look';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');

const assets: Record<string, () => { type: string; content: string }> = {
  '/assets/partner.css': () => ({
    type: 'text/css; charset=utf-8',
    content: [rootStyle(), ...['partner.css', 'controls.css', 'sequence.css'].map(read)].join('\n'),
  }),
  '/assets/partner.js': () => ({ type: 'text/javascript; charset=utf-8', content: read('partner.js') }),
  '/assets/icon.svg': () => ({ type: 'image/svg+xml', content: read('icon.svg') }),
};

/** A file that pages load; undefined when there is none at this path. */
export const partnerAsset = (path: string): { type: string; content: string } | undefined => assets[path]?.();

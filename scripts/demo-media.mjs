// Makes the video and the document of the demo again, in apps/tools/demo/media. Needs Chromium and takes ten seconds.
// Node 24 reads the types of the two TypeScript files away: node_modules/.bin/node scripts/demo-media.mjs [folder]
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { colors, rootStyle } from '../libs/look/src/look.ts';
import { programOnPath } from '../libs/testing/src/tools.ts';
import { drawFilm } from './lib/demo-film.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder = join(ROOT, 'apps', 'tools', 'demo', 'media')] = process.argv.slice(2);

const executablePath = programOnPath('chromium');
if (executablePath === undefined) throw new Error('This needs chromium on the PATH.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ colorScheme: 'light' });
  writeFileSync(
    join(folder, 'teamwork.webm'),
    Buffer.from(await page.evaluate(drawFilm, colors.light), 'base64'),
  );
  await page.setContent(checklist());
  writeFileSync(join(folder, 'checklist.pdf'), await page.pdf({ format: 'A5', printBackground: true }));
} finally {
  await browser.close();
}

function checklist() {
  const points = [
    ['Before', 'Everybody has said what they can do, and what they would like to learn.'],
    ['Before', 'The goal fits into one sentence, and hangs where everybody sees it.'],
    ['Each day', 'Ten minutes: what is done, what is next, what gets in the way.'],
    ['Each week', 'One talk about how we work together, not about the work.'],
    ['After', 'Two things that went well, one that we change, and thanks.'],
  ];
  return `<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>A checklist for teams</title>
      <style>
        ${rootStyle()}
        body { margin: 3rem; }
        h1 { color: var(--accent); font-size: var(--title); }
        li { margin: var(--gap) 0; padding-left: var(--gap-small); list-style-type: '☐'; }
        small { display: block; color: var(--quiet); }
      </style>
      <h1>A checklist for teams</h1>
      <ul>${points.map(([time, text]) => `<li><small>${time}</small>${text}</li>`).join('')}</ul>`;
}

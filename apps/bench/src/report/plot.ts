import type { ResultRow } from './result.js';

const WIDTH = 720;
const LEFT = 16;
const BAR_WIDTH = 480;
const BAR_HEIGHT = 14;
const ROW_HEIGHT = 64;
const TOP = 40;

/**
 * One group of bars for each row, as SVG: ours above theirs, from zero, to the scale of the longer one. Rows have
 * different units, so bars of different rows cannot be compared.
 */
export function renderPlot(scenario: string, rows: readonly ResultRow[]): string {
  const height = TOP + rows.length * ROW_HEIGHT + 8;
  const groups = rows.map((row, index) => renderGroup(row, TOP + index * ROW_HEIGHT));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(`Benchmark ${scenario}`)}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="16" font-weight="600">${escaped(scenario)}</text>
${groups.join('\n')}
</svg>
`;
}

function renderGroup(row: ResultRow, top: number): string {
  const { name, against, ours, theirs, ratio, unit, target, holds } = row;
  const most = Math.max(ours, theirs ?? 0) || 1;
  const verdict = target === 'none' ? '' : ` (${target}: ${holds ? 'reached' : 'missed'})`;
  const title = `${name.slice(name.indexOf(': ') + 2)}${ratio === null ? '' : `, ratio ${ratio}`}${verdict}`;
  const parts = [
    `<text x="${LEFT}" y="${top + 12}" font-weight="600">${escaped(title)}</text>`,
    bar(ours / most, top + 18, holds ? '#1b7f4b' : '#b3261e', `${ours} ${unit}, ours`),
  ];
  if (theirs !== null) parts.push(bar(theirs / most, top + 35, '#8a8f98', `${theirs} ${unit}, ${against}`));
  return parts.join('\n');
}

function bar(share: number, top: number, colour: string, text: string): string {
  const width = Math.max(1, Math.round(share * BAR_WIDTH));
  // the words stand inside a long bar, and behind a short one
  const inside = width > BAR_WIDTH / 2;
  const textX = inside ? LEFT + 6 : LEFT + width + 6;
  return `<rect x="${LEFT}" y="${top}" width="${width}" height="${BAR_HEIGHT}" fill="${colour}"/>
<text x="${textX}" y="${top + 11}" font-size="11" fill="${inside ? '#fff' : '#111'}">${escaped(text)}</text>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

import { type } from '@app/look';
import type { Part } from './parts.js';
import { renderPart } from './player-page.js';
import { playerWords } from './words.js';

describe('a part of the player page', () => {
  const part = (html: string) =>
    ({ id: 1, type: 'text', title: 'T', summary: null, url: null, content: { html } }) as unknown as Part;

  it('shows imported HTML in our typeface, which a style of its author outweighs', () => {
    const { text } = renderPart(part('<style>body { font: 12px serif }</style><p>Hi</p>'), playerWords('en'));
    const [, document = ''] = /srcdoc="([^"]*)"/.exec(text) ?? [];
    const ours = document.indexOf(type.font.split(',')[0]!);
    expect(ours).toBeGreaterThan(-1);
    expect(document.indexOf('12px serif')).toBeGreaterThan(ours);
    expect(document).toContain('var(--card)');
  });
});

import { expectLinearTime } from '@app/testing';
import { pageFacts } from './page-facts.js';

const pageUrl = 'https://www.example.org/learn/page.html';

describe('pageFacts', () => {
  it.each([
    ['<title>Plain &amp; simple</title>', 'Plain & simple', undefined],
    ['<TITLE lang="de">\n  Über   uns\n</TITLE>', 'Über uns', undefined],
    [
      '<title>Second</title><meta property="og:title" content="First &#x2013; &#39;best&#39;">',
      "First – 'best'",
      undefined,
    ],
    ["<meta content='/a.png' property='og:image'>", undefined, 'https://www.example.org/a.png'],
    ['<meta name=twitter:image content=b.jpg>', undefined, 'https://www.example.org/learn/b.jpg'],
    [
      '<meta property="og:image" content="https://cdn.example/x.png?a=1&amp;b=2">',
      undefined,
      'https://cdn.example/x.png?a=1&b=2',
    ],
    ['<meta property="og:image" content="javascript:alert(1)">', undefined, undefined],
    ['<meta property="og:image" content="data:image/png;base64,AAAA">', undefined, undefined],
    ['<title></title><meta property="og:title" content="">', undefined, undefined],
    ['no markup at all', undefined, undefined],
  ])('reads %s', (html, title, image) => expect(pageFacts(html, pageUrl)).toEqual({ title, image }));

  it('cuts a title at 255 characters and removes control characters', () => {
    const { title } = pageFacts(`<title>${'\u0007😀'.repeat(400)}</title>`, pageUrl);
    expect([...title!].length).toBe(255);
    expect(title).not.toMatch(/\p{Cc}/u);
  });

  it.each(['<title', '<title ', '<title>', '<meta ', '<meta name="og:title" ', ' ', '&#1'])(
    'takes no more than linear time for a page of nothing but %s',
    (piece) =>
      expectLinearTime(524_288, (length) => {
        const page = piece.repeat(Math.ceil(length / piece.length));
        expect(pageFacts(page, 'https://news.example/').image).toBeUndefined();
      }),
  );
});

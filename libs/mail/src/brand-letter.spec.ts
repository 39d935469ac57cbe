import { brandLetter, fromHeader } from './brand-letter.js';
import { writeLetter } from './letter.js';

const brand = {
  name: 'Acme $& <b>',
  sender: 'Acme',
  button: { ground: '#946600', text: '#ffffff' },
  logo: undefined,
};
const letter = writeLetter('login', 'en', { portal: 'Acme' }, 'https://auth.test/oauth/password/set?token=x');

describe('a mail from a portal with a brand', () => {
  it('has the escaped name and the colour of the portal; the text is ours', () => {
    const branded = brandLetter(letter, brand);
    expect(branded.html).toContain('<strong>Acme &#38; b</strong>');
    expect(branded.html).toContain('background:#946600;color:#ffffff');
    expect(branded.html).not.toContain('#1d5bd6');
    expect([branded.text, branded.subject]).toEqual([letter.text, letter.subject]);
    const none = { name: null, sender: null, button: undefined, logo: undefined };
    expect(brandLetter(letter, none)).toEqual(letter);
  });

  it.each([
    [400, 100, 160, 40],
    [2_048, 1, 240, 1],
    [1, 2_048, 1, 40],
    [20, 10, 20, 10],
  ])('holds its logo of %i by %i pixels as an image of %i by %i', (width, height, ...sides) => {
    const { html, attachments } = brandLetter(letter, {
      ...brand,
      logo: { bytes: Buffer.from('x'), width, height },
    });
    const [, cid, ...shown] = /<img src="cid:([^"]+)" alt="" width="(\d+)" height="(\d+)">/.exec(html)!;
    expect(shown.map(Number)).toEqual(sides);
    expect(attachments).toMatchObject([{ cid, contentType: 'image/png', contentDisposition: 'inline' }]);
    expect(html).not.toMatch(/https?:\/\/(?!auth\.test)/);
  });

  it.each([
    [
      'Learning Platform <noreply@ours.test>',
      { name: 'Acme (Learning Platform)', address: 'noreply@ours.test' },
    ],
    ['"Learning" <noreply@ours.test>', { name: 'Acme (Learning)', address: 'noreply@ours.test' }],
    ['noreply@ours.test', { name: 'Acme (ours.test)', address: 'noreply@ours.test' }],
  ])('is sent from its name and ours, at our address: %s', (configuredSender, sender) => {
    expect(fromHeader(configuredSender, brand)).toEqual(sender);
    expect(fromHeader(configuredSender, { ...brand, sender: null })).toBe(configuredSender);
  });

  it('is never sent from an address that the portal has chosen', () => {
    const { name, address } = fromHeader('noreply@ours.test', {
      ...brand,
      sender: 'support@bank.example" <x@evil.example>',
    }) as { name: string; address: string };
    expect(address).toBe('noreply@ours.test');
    expect(name).not.toMatch(/[@<>"]/);
  });
});

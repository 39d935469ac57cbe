import { brandLetter, senderOf } from './brand-letter.js';
import { writeLetter } from './letter.js';

const brand = { name: 'Acme $& <b>', sender: 'Acme', button: { ground: '#946600', text: '#ffffff' } };
const letter = writeLetter('login', 'en', { portal: 'Acme' }, 'https://auth.test/oauth/password/set?token=x');

describe('a letter of a portal with a brand', () => {
  it('bears its name, as a name, and its colour; the words are ours', () => {
    const branded = brandLetter(letter, brand);
    expect(branded.html).toContain('<strong>Acme &#38; b</strong>');
    expect(branded.html).toContain('background:#946600;color:#ffffff');
    expect(branded.html).not.toContain('#1d5bd6');
    expect([branded.text, branded.subject]).toEqual([letter.text, letter.subject]);
    expect(brandLetter(letter, { name: null, sender: null, button: undefined })).toEqual(letter);
  });

  it.each([
    [
      'Learning Platform <noreply@ours.test>',
      { name: 'Acme (Learning Platform)', address: 'noreply@ours.test' },
    ],
    ['"Learning" <noreply@ours.test>', { name: 'Acme (Learning)', address: 'noreply@ours.test' }],
    ['noreply@ours.test', { name: 'Acme (ours.test)', address: 'noreply@ours.test' }],
  ])('comes of it and of us, at our address: %s', (from, sender) => {
    expect(senderOf(from, brand)).toEqual(sender);
    expect(senderOf(from, { ...brand, sender: null })).toBe(from);
  });

  it('comes of no address that the portal has chosen', () => {
    const { name, address } = senderOf('noreply@ours.test', {
      ...brand,
      sender: 'support@bank.example" <x@evil.example>',
    }) as { name: string; address: string };
    expect(address).toBe('noreply@ours.test');
    expect(name).not.toMatch(/[@<>"]/);
  });
});

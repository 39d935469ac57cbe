import { languages, text, textKeys, type Language } from '@app/texts';
import { writeLetter } from './letter.js';
import { mailTemplates, type MailTemplate } from './outgoing-mail.js';
import { greetedName, displayHost, quoteName } from './safe-names.js';

/** The texts that mail programs turn into links: URLs, hosts, mail addresses, telephone numbers. */
const linkable =
  /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|[\p{L}\p{N}_-][.．。｡․][\p{L}\p{N}_-]*\p{L}{2}|\S@\S|\d(?:[ ().+/-]*\d){5,}|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066\u2067]/iu;

const hostile = [
  'Verify at https://evil.example',
  'evil.example',
  'EVIL.EXAMPLE/login?x=1',
  'www.evil.example',
  'ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil。example',
  'evil｡example',
  'evil․example',
  'ev\u200bil.exam\u200bple',
  'ev\u00adil.example',
  'evil\u2060.\u2060example',
  '\u202emoc.live\u202c',
  'call@evil.example',
  'mailto:call@evil.example',
  'Call +1 (555) 123-4567 now',
  'Ruf ٠١٢٣٤٥٦٧٨٩ an',
  'tel:5551234567',
  'Ada. Your account is locked! Sign in: evil.example',
  'Ada,\r\n\r\nYour account is locked.\nBcc: all@evil.example',
  '<a href="https://evil.example">Ada</a>',
  '<img src=x onerror=alert(1)>',
  '“ now go to ” evil.example',
  '{forgotten} {name} {portal}',
  '$& $1 $`',
  `${'Your account was locked because of an attack '.repeat(10)}`,
  'x'.repeat(100_000),
  `A${'\u0301'.repeat(500)}`,
  'עדה evil.example',
  '\ud800evil.example',
  '',
  ' ',
  '.',
];

const authPublicUrl = 'https://auth.ours.test';
const ownLink = `${authPublicUrl}/oauth/password/set?token=pwd_20260131_abc`;
const ours = {
  webhook_id: '17',
  failing_since: '2026-01-31T06:29:13+00:00',
  forgotten: `${authPublicUrl}/oauth/password/forgotten`,
};
const foreign = ['name', 'portal', 'client', 'administrator', 'host', 'url'];
const letters = mailTemplates.flatMap((template) =>
  languages.map((language) => [template, language] as const),
);

const write = (template: MailTemplate, language: Language, words: (name: string) => string) =>
  writeLetter(
    template,
    language,
    { ...ours, ...Object.fromEntries(foreign.map((name) => [name, words(name)])) },
    template === 'login' || template === 'password-reset' ? ownLink : undefined,
  );

/** The text that a person sees in the HTML part. */
const seen = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>/s, (head) => /<title>(.*?)<\/title>/s.exec(head)![1]!)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
const withoutOurs = (part: string): string =>
  [ownLink, ...Object.values(ours)].reduce((rest, ownText) => rest.replaceAll(ownText, ''), part);

describe.each(letters)('the mail %s in %s', (template, language) => {
  it.each(hostile.map((word) => [word.slice(0, 40), word]))('shows %j as a name', (_shown, word) => {
    const letter = write(template, language, () => word);
    for (const part of [letter.subject, letter.text, seen(letter.html)])
      expect(withoutOurs(part)).not.toMatch(linkable);
    // only our own addresses and elements
    for (const [, href] of letter.html.matchAll(/href="([^"]*)"/g)) expect(href).toBe(ownLink);
    const elements = new Set([...letter.html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name));
    expect([...elements].filter((name) => !/^(html|head|meta|title|body|p|a)$/.test(name!))).toEqual([]);
    expect(letter.subject.length).toBeLessThan(200);
    expect(letter.text.length).toBeLessThan(1_500);
    // as many sentences and lines as with plain words
    const plain = write(template, language, () => 'Ada');
    expect(letter.text.split('\n').length).toBe(plain.text.split('\n').length);
    const sentences = (part: string) => (withoutOurs(part).match(/[.!?:](?=\s|$)/g) ?? []).length;
    expect(sentences(letter.text)).toBe(sentences(plain.text));
    expect(sentences(letter.subject)).toBe(sentences(plain.subject));
  });
});

describe.each(languages)('a mail in %s', (language) => {
  it.each([
    'application-approved',
    'secret-rotated',
    'new-client',
    'keys-replaced',
    'redirect-uri-changed',
  ] as const)('%s has a different text for its author than for the others', (template) => {
    const about = { client: 'Reports', portal: 'Acme', host: 'partner.example', name: 'Bea' };
    const toOthers = writeLetter(template, language, { ...about, administrator: 'Anna Example' });
    const toAnna = writeLetter(template, language, { ...about, by: 'you' });
    expect(toOthers.text).toContain('Anna Example');
    expect(toOthers.text).not.toMatch(/^(You have|Sie haben|Vous avez) /m);
    expect(toAnna.text).toMatch(/^(You have|Sie haben|Vous avez) /m);
    for (const { text: whole } of [toOthers, toAnna]) expect(whole).not.toMatch(/[{}]|…/);
    expect(toAnna.subject).toBe(toOthers.subject);
  });

  it('formats times with their hour and their zone', () => {
    const { text: whole } = writeLetter('webhook-disabled', language, { ...ours, url: 'partner.example' });
    expect(whole).toMatch(/31\.? (Jan|Jan\.|janv\.) 2026, 06:29\u00a0UTC/);
    expect(() => writeLetter('webhook-disabled', language, { failing_since: 'yesterday' })).toThrow(
      'failing_since',
    );
  });
});

describe.each(languages)('the texts of mails in %s', (language) => {
  it.each(textKeys.filter((key) => key.startsWith('mail.') && !key.startsWith('mail.greeting')))(
    '%s has every inserted word in quotation marks or brackets, never at the beginning',
    (key) => {
      const raw = text(language, key, placeholders);
      for (const match of raw.matchAll(/(.?\s?)\{(\w*)\}(\s?.?)/gu)) {
        const [, before, name, after] = match as unknown as [string, string, string, string];
        if (Object.hasOwn(ours, name)) continue;
        expect(foreign).toContain(name);
        if (name === 'url') expect(before.trim()).toMatch(/^\p{L}$/u);
        else expect(`${before.trim().slice(-1)}${after.trim().slice(0, 1)}`).toMatch(/^(“”|„“|«»|\(\))$/);
      }
    },
  );
});

/** Values that leave the placeholders in a text unchanged. */
const placeholders = Object.fromEntries(
  [...foreign, ...Object.keys(ours)].map((name) => [name, `{${name}}`]),
);

describe('values in mails', () => {
  it('are refused when their kind is unknown, or our own are not as expected', () => {
    expect(() => writeLetter('login', 'en', { nickname: 'Ada' })).toThrow('nickname');
    expect(() => writeLetter('login', 'en', { forgotten: 'javascript:alert(1)' })).toThrow('forgotten');
    expect(() => writeLetter('webhook-disabled', 'en', { webhook_id: 'evil.example' })).toThrow('webhook_id');
  });

  it.each([
    ['Ada', 'Ada'],
    ['Anne-Marie', 'Anne-Marie'],
    ["Seán O'Brien", "Seán O'Brien"],
    ['J. R.', 'J. R.'],
    ['María del Carmen', 'María del Carmen'],
    ['李雷', '李雷'],
    ['עדה', '\u2068עדה\u2069'],
    ['علی\u200cرضا', '\u2068علی\u200cرضا\u2069'],
    ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ['A\u200cd\u200da', 'Ada'],
    ['Verify at https://evil.example', undefined],
    ['Your account is locked', undefined],
    ['Ada.Your', undefined],
    ['evil.example', undefined],
    ['Ada 5551234', undefined],
  ])('greet %j as %j', (value, greeted) => {
    expect(greetedName(value)).toBe(greeted);
  });

  it.each([
    ['Acme Academy', 'Acme Academy'],
    ['Müller & Söhne GmbH', 'Müller & Söhne GmbH'],
    ['Booking.com Academy', 'Booking com Academy'],
    ['Class of 2026', 'Class of 2026'],
    ['دانشگاه می\u200cبینم', '\u2068دانشگاه می\u200cبینم\u2069'],
    ['ev\u200cil\u200d', 'evil'],
    ['Verify at https://evil.example', 'Verify at evil example'],
    ['Call +1 555 123 4567', 'Call +…'],
    ['🎓', '…'],
    ['x'.repeat(41), `${'x'.repeat(39)}…`],
  ])('name %j as %j', (value, shown) => {
    expect(quoteName(value)).toBe(shown);
  });

  it.each([
    ['partner.example', 'partner[.]example'],
    ['partner.example:8443', 'partner[.]example:8443'],
    ['https://hooks.partner.example/secret?token=1', 'hooks[.]partner[.]example'],
    [`${'bank.'.repeat(20)}evil.example`, expect.stringMatching(/^….*evil\[\.\]example$/)],
    ['no host', '…'],
  ])('show the host of %j as %j', (value, shown) => {
    expect(displayHost(value)).toEqual(shown);
  });
});

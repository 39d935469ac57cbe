import { scopeTexts, type Scope } from '@app/contracts';
import { errorCodes } from '@app/kernel';
import { text, type Language, type TextKey } from '@app/texts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Color } from '@app/branding';
import { checkDestinationUrl, DestinationRefused, destinationPolicy } from '@app/destinations';
import { usePlainMessages } from '@app/http';
import { z } from 'zod';
import { de } from '../web/texts/de/index.js';
import { en, type Catalogue, type CatalogueKey } from '../web/texts/en/index.js';
import { formatText, type CatalogueText } from '../web/texts/format-text.js';
import { fr } from '../web/texts/fr/index.js';
import { loadRemedies } from '../web/texts/load-remedies.js';
import { portalLimitNames } from './web-portal-answers.js';
import { ApiError } from '../web/api/api-error.js';
import type { Translate } from '../web/texts/translate.js';
import { fieldSentence } from '../web/ui/field-sentence.js';

describe('texts of the console', () => {
  const web = join(__dirname, '..', 'web');
  const catalogues: Record<string, Catalogue> = { en, de, fr };
  const keys = Object.keys(en) as CatalogueKey[];
  const forms = (text: CatalogueText): string[] =>
    typeof text === 'string' ? [text] : [text.one, text.other];
  const places = (text: CatalogueText): string[] =>
    [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

  it.each(Object.keys(catalogues))('are complete: %s', (language) => {
    const catalogue = catalogues[language]!;
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
    expect(keys.filter((key) => forms(catalogue[key]).some((form) => form.trim() === ''))).toEqual([]);
  });

  it.each(['de', 'fr'])('have the same values in the same texts: %s', (language) => {
    const differing = keys.filter(
      (key) => places(catalogues[language]![key]).join() !== places(en[key]).join(),
    );
    expect(differing).toEqual([]);
  });

  it('have a sentence for every code that the service answers', () => {
    expect(Object.keys(errorCodes).filter((code) => !(`error.${code}` in en))).toEqual([]);
  });

  it.each(['de', 'fr'] as const)(
    'name the same fields and headers in remedies as the API: %s',
    async (language) => {
      const names = (text = '') => text.match(/`[^`]+`/g)?.sort();
      const remedies = await loadRemedies(language);
      for (const [code, { remedy }] of Object.entries(errorCodes))
        expect({ code, names: names(remedies[code]) }).toEqual({ code, names: names(remedy) });
    },
  );

  it.each(Object.keys(catalogues))('describe scopes like the consent page: %s', (language) => {
    for (const scope of Object.keys(scopeTexts) as Scope[])
      expect(catalogues[language]![`applications.scope.${scope}`]).toBe(
        text(language as Language, `scope.${scope}`),
      );
  });

  it.each(Object.keys(catalogues))('show the invitation as it is sent: %s', (language) => {
    const shown = {
      subject: 'login.subject',
      greeting: 'greeting.unnamed',
      text: 'login.text',
      mailButton: 'login.button',
    };
    for (const [name, key] of Object.entries(shown))
      expect(catalogues[language]![`preview.${name}` as CatalogueKey]).toBe(
        text(language as Language, `mail.${key}` as TextKey, { portal: '{portal}' }).replaceAll(
          '\u00a0',
          ' ',
        ),
      );
  });

  it('have a name for every limit of a portal', () => {
    expect(portalLimitNames.filter((name) => !(`limits.name.${name}` in en))).toEqual([]);
  });

  it('are all used in a page', () => {
    const sources = globSync('{app,ui,charts,features}/**/*.{ts,tsx}', { cwd: web })
      .map((file) => readFileSync(join(web, file), 'utf8'))
      .join('\n');
    // `deliveries.state.${name}` shows every text that begins so
    const families = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map(([, family]) => family!);
    const unused = keys.filter(
      (key) => !sources.includes(`'${key}'`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });

  it('follow the number, and write it as the language does', () => {
    expect(formatText('en', en['webhooks.waitingCount'], { count: 1 })).toBe('1 delivery');
    expect(formatText('en', en['webhooks.waitingCount'], { count: 1_204 })).toBe('1,204 deliveries');
    expect(formatText('de', de['webhooks.waitingCount'], { count: 1_204 })).toBe('1.204 Zustellungen');
    expect(formatText('fr', fr['webhooks.waitingCount'], { count: 0 })).toBe('0 livraison');
  });
});

describe('an error of a field', () => {
  const english: Translate = (key, values) => formatText('en', en[key], values);
  const german: Translate = (key, values) => formatText('de', de[key], values);
  const refused = (message: string, code = 'invalid') =>
    new ApiError(400, { additional_errors: [{ path: 'field', message, error_code: code }] });

  beforeAll(usePlainMessages);

  const values: [string, z.ZodType, unknown, string][] = [
    ['nothing', z.string(), undefined, en['error.field.required']],
    ['an empty text', z.string().min(1), '', en['error.field.required']],
    ['half an e-mail address', z.email(), 'ada@acme', en['error.field.email']],
    ['half an address', z.url(), 'acme.example', en['error.field.address']],
    ['a long text', z.string().max(3), 'four', 'Use at most 3 characters.'],
    ['a large number', z.number().max(100), 150, 'At most 100 are possible here.'],
    ['a long list', z.array(z.number()).max(1), [1, 2], 'At most 1 are possible here.'],
    ['a small number', z.number().min(1), 0, 'At least 1 are needed here.'],
    ['a date that there is not', z.iso.date(), '2026-02-31', en['error.field.date']],
    ['a word for a number', z.number(), 'x', en['error.field.number']],
    ['a broken number', z.int(), 1.5, en['error.field.integer']],
    ['no colour', Color, 'red', en['error.field.color']],
    ['a choice that there is not', z.enum(['one', 'other one']), 'x', 'Choose one of: one, other one.'],
  ];
  it.each(values)('is said in a sentence: %s', (_, schema, value, sentence) => {
    const { message } = schema.safeParse(value).error!.issues[0]!;
    expect(fieldSentence(refused(message), 'field', english)).toBe(sentence);
  });

  it.each([
    ['https', en['error.field.address']],
    ['ftp://acme.example', en['error.field.address']],
    ['https://ada:secret@acme.example', en['error.field.credentials']],
    ['https://acme.example/#part', en['error.field.fragment']],
    ['https://acme.example/a b', en['error.field.spaces']],
    ['https://acme.example:22', en['error.field.port']],
    ['https://localhost', en['error.field.public']],
    [`https://acme.example/${'x'.repeat(3_000)}`, 'Use at most 2048 characters.'],
  ])('is said in a sentence: the address %.40s', (address, sentence) => {
    let refusal: unknown;
    try {
      checkDestinationUrl(address, destinationPolicy());
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DestinationRefused);
    expect(fieldSentence(refused((refusal as Error).message), 'field', english)).toBe(sentence);
  });

  it('is said by its code', () => {
    const error = refused('no such learning object: 585', 'unknown_learning_object');
    expect(fieldSentence(error, 'field', english)).toBe(en['error.field.unknownObject']);
  });

  it('is said in the language of the page', () => {
    expect(fieldSentence(refused('must be at most 100'), 'field', german)).toBe(
      'Hier sind höchstens 100 möglich.',
    );
  });

  it('is quoted where no text is known', () => {
    expect(fieldSentence(refused('is odd'), 'field', english)).toBe('The service says: is odd.');
  });

  it('is nothing for another field and another error', () => {
    expect(fieldSentence(refused('is odd'), 'other', english)).toBeUndefined();
    expect(fieldSentence(new Error('x'), 'field', english)).toBeUndefined();
    expect(fieldSentence(null, 'field', english)).toBeUndefined();
  });
});

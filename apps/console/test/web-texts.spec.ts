import { scopeTexts, type Scope } from '@app/contracts';
import { errorCodes } from '@app/kernel';
import { text, type Language, type TextKey } from '@app/texts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { de } from '../web/texts/de/index.js';
import { en, type Catalogue, type CatalogueKey } from '../web/texts/en/index.js';
import { formatText, type CatalogueText } from '../web/texts/format-text.js';
import { fr } from '../web/texts/fr/index.js';
import { loadRemedies } from '../web/texts/load-remedies.js';
import { portalLimitNames } from './web-portal-answers.js';

const web = join(__dirname, '..', 'web');
const catalogues: Record<string, Catalogue> = { en, de, fr };
const keys = Object.keys(en) as CatalogueKey[];
const forms = (text: CatalogueText): string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);
const places = (text: CatalogueText): string[] =>
  [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

describe('texts of the console', () => {
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

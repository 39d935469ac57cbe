import { PostgresCatalogueIndex, learningObjectsByIds, portalVisibility } from '@app/catalogue';
import { sql } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase, viewerIn } from '@app/testing';
import { sampleCatalogue } from '@app/sample-content';

/**
 * The text that a learner types, and the title that must come first in the demo catalogue; `type` narrows the search, as
 * people do.
 */
const cases: [what: string, query: string, first: string, type?: string][] = [
  // English
  ['the plain word of a title', 'negotiation', 'Negotiation for buyers and sellers'],
  ['several words in any order', 'data python', 'Python for data analysis', 'course'],
  [
    'the exact title before all that contains it',
    'Time management for busy weeks',
    'Time management for busy weeks',
  ],
  ['a tag, when no title has it', 'procurement', 'Negotiation for buyers and sellers'],
  ['a plural for the singular', 'presentation', 'Presentations people remember', 'course'],
  ['a singular for the plural', 'spreadsheets', 'Spreadsheets beyond the basics', 'course'],
  ['another form of the verb', 'delegate', 'Delegating without hovering'],
  ['a gerund', 'measure carbon footprint', "Measuring a company's carbon footprint", 'course'],
  ['the beginning of a word', 'spreadsh', 'Spreadsheets beyond the basics', 'course'],
  ['a beginning after a whole word', 'carbon foot', "Measuring a company's carbon footprint", 'course'],
  ['a letter missing', 'leadrship', 'Leading a team for the first time', 'course'],
  ['a letter too many', 'phishhing', 'Spotting phishing before you click', 'course'],
  ['two letters that changed places', 'resileince', 'Stress, sleep and resilience', 'course'],
  ['another letter', 'ergonomocs', 'A workplace that does not hurt', 'course'],
  ['capitals', 'FIRE SAFETY', 'Fire safety and evacuation', 'course'],
  [
    'words that carry no meaning',
    'what is the negotiation of a buyer',
    'Negotiation for buyers and sellers',
    'course',
  ],
  [
    'a question in words',
    'measuring the carbon footprint of a company',
    "Measuring a company's carbon footprint",
    'course',
  ],
  ['a word only the description has', 'shredder', 'Data protection at work', 'course'],
  ['an abbreviation among the tags', 'GDPR', 'Data protection at work', 'course'],
  ['a hyphen or none', 'first-aid', 'First aid at work', 'course'],
  // German
  ['a German title word', 'Datenschutz', 'Datenschutz am Arbeitsplatz', 'course'],
  ['without the umlaut', 'prasentationen', 'Präsentationen, die im Gedächtnis bleiben', 'course'],
  ['with ae for ä', 'praesentationen', 'Präsentationen, die im Gedächtnis bleiben', 'course'],
  ['a German plural', 'Mitarbeitergespräche', 'Das Mitarbeitergespräch'],
  ['another case of a noun', 'Fußabdrucks messen', 'Den CO2-Fußabdruck eines Unternehmens messen', 'course'],
  ['a German beginning', 'Zeitmanag', 'Zeitmanagement für volle Wochen', 'course'],
  ['a German typo', 'Führungskrfat', 'Zum ersten Mal Führungskraft', 'course'],
  ['a German verb form', 'verhandelt', 'Verhandeln in Einkauf und Vertrieb', 'course'],
  ['an abbreviation of the law', 'DSGVO', 'Datenschutz am Arbeitsplatz', 'course'],
  ['articles left aside', 'die Grundlagen der Cloud', 'Grundlagen der Cloud-Architektur', 'course'],
  // French
  ['a French word', 'négocier', 'Négocier : acheteurs et vendeurs', 'course'],
  ['without accents', 'negocier', 'Négocier : acheteurs et vendeurs', 'course'],
  ['a French plural', 'équipes', 'Manager une équipe pour la première fois', 'course'],
  ['an elision', "l'empreinte carbone", "Mesurer l'empreinte carbone d'une entreprise", 'course'],
  ['a French typo', 'hameconage', "Repérer l'hameçonnage avant de cliquer", 'course'],
  ['a French beginning', 'premiers sec', 'Premiers secours au travail', 'course'],
  // Spanish
  ['a Spanish word', 'negociación', 'Negociación para compras y ventas', 'course'],
  ['without its accent', 'negociacion', 'Negociación para compras y ventas', 'course'],
  ['a Spanish plural', 'equipo inclusivo', 'Equipos inclusivos en la práctica', 'course'],
  ['another form of the verb', 'liderando equipos', 'Liderar un equipo por primera vez', 'course'],
  ['a Spanish typo', 'ergonmia', 'Ergonomía en el puesto de trabajo', 'course'],
  ['a Spanish beginning', 'primeros aux', 'Primeros auxilios en el trabajo', 'course'],
  // others
  ['Italian', 'igiene alimentare', 'Igiene alimentare in cucina', 'course'],
  ['Dutch', 'voedselveiligheid keuken', 'Voedselveiligheid in de keuken', 'course'],
  ['Portuguese', 'higiene alimentar', 'Higiene alimentar na cozinha', 'course'],
];

describe('relevance over the demo catalogue', () => {
  const harness = useDatabase('api');
  const portal = 1;
  const viewer = viewerIn(portal);

  beforeAll(async () => {
    const clock = new TestClock();
    clock.set(new Date('2026-11-21T10:00:00Z'));
    const seed = await CatalogueSeed.open(harness.urls.owner, clock);
    const records = [...sampleCatalogue(clock.now())];
    for (const [index, slug] of [...new Set(records.map((record) => record.provider))].entries()) {
      await harness.db.many(sql`
        insert into identity.portals (id, name, title) values (${index + 1}, ${slug}, ${slug})`);
      await seed.provider(slug, index + 1);
    }
    await seed.load(records.map((record) => ({ ...record, premium: true, content_groups: [] })));
    await seed.close();
  });

  it.each(cases.map(([what, query, first, type]) => [what, query, first, type ?? ''] as const))(
    '%s: "%s" finds "%s" first',
    async (_, keyword, first, type) => {
      const index = new PostgresCatalogueIndex(harness.database);
      const { ids } = await index.search(await portalVisibility(harness.database, viewer), {
        filter: { premium: true, keyword, types: type === '' ? undefined : [type] },
        sort: [],
        offset: 0,
        limit: 5,
        facets: [],
      });
      const objectsById = await learningObjectsByIds(harness.database, viewer, ids);
      expect(ids.map((id) => objectsById.get(id)?.title)[0]).toBe(first);
    },
  );
});

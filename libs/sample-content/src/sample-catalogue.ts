import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ImportItem, ImportRecord } from '@app/catalogue';
import { monthStart, SeededRandom } from './seeded-random.js';

interface Lesson {
  title: string;
  summary: string;
  chapters: string[];
  tags: string[];
}
interface Subject {
  key: string;
  provider: Record<string, string>;
  topics: string[];
  group?: Record<string, string>;
  price: number;
  lessons: [language: string, lesson: Lesson][];
}
interface Phrases extends Record<(typeof STANDALONE)[number], string> {
  modules: [string, string];
  quiz: string;
  award: string;
  body: string;
  question: string;
  answers: string[];
  authors: string[];
}
/** The values that all parts of one course share. */
interface Setting {
  subject: Subject;
  language: string;
  lesson: Lesson;
  phrases: Phrases;
  provider: string;
  random: SeededRandom;
  start: Date;
}

const STANDALONE = ['video', 'document', 'text', 'interactive', 'event', 'assignment', 'link'] as const;
const PLACES = [
  { country: 'DE', locality: 'Berlin', thoroughfare: 'Friedrichstraße 120' },
  { country: 'DE', locality: 'München', thoroughfare: 'Leopoldstraße 7' },
  { country: 'AT', locality: 'Wien', thoroughfare: 'Mariahilfer Straße 88' },
  { country: 'CH', locality: 'Zürich', thoroughfare: 'Bahnhofstrasse 21' },
  { country: 'FR', locality: 'Paris', thoroughfare: '14 rue de Rivoli' },
  { country: 'FR', locality: 'Lyon', thoroughfare: '3 place Bellecour' },
  { country: 'ES', locality: 'Madrid', thoroughfare: 'Calle de Alcalá 45' },
  { country: 'MX', locality: 'Ciudad de México', thoroughfare: 'Paseo de la Reforma 222' },
  { country: 'GB', locality: 'London', thoroughfare: '30 Borough High Street' },
  { country: 'US', locality: 'Chicago', thoroughfare: '211 East Ontario Street' },
  { country: 'IT', locality: 'Milano', thoroughfare: 'Via Torino 60' },
];
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Relative to the working directory, in a checkout and in the image. */
const folder = join('libs', 'sample-content', 'content');

/**
 * The sample content. It is the same within a month, because event dates are relative to the first day of `now`'s
 * month.
 */
export function* sampleCatalogue(now: Date): Generator<ImportRecord> {
  const start = monthStart(now);
  const read = (file: string) => parse(readFileSync(join(folder, file), 'utf8')) as unknown;
  const phrases = read('phrases.yaml') as Record<string, Phrases>;
  const random = new SeededRandom(20_260_101);
  for (const subject of readSubjects(read('subjects.yaml') as Record<string, unknown>[]))
    for (const [language, lesson] of subject.lessons) {
      const provider = subject.provider[language] ?? subject.provider['default'] ?? 'northlight';
      const setting = { subject, language, lesson, phrases: phrases[language]!, provider, random, start };
      yield course(setting);
      yield* aroundTheCourse(setting);
    }
  for (const ownTexts of read('own-content.yaml') as OwnContent[]) yield ownContent(ownTexts, start);
}

function readSubjects(raw: Record<string, unknown>[]): Subject[] {
  return raw.map((subject) => ({
    ...(subject as unknown as Omit<Subject, 'lessons'>),
    lessons: LANGUAGES.filter((language) => language in subject).map((language) => [
      language,
      subject[language] as Lesson,
    ]),
  }));
}

function course(setting: Setting): ImportRecord {
  const { subject, language, lesson, phrases, random } = setting;
  const id = `course-${subject.key}-${language}`;
  const [opening, practice] = phrases.modules;
  const [first, second, third, fourth] = lesson.chapters as [string, string, string, string];
  return ImportRecord.parse({
    ...common(setting, id, 'course', lesson.title),
    description: lesson.chapters.map((chapter) => body(setting, chapter, 20)).join('\n\n'),
    image: `https://images.${setting.provider}.example/${subject.key}.jpg`,
    skills: lesson.tags.slice(0, 2),
    ratings: { ratings_count: random.between(3, 240), five_star_rating: random.between(30, 50) / 10 },
    items: [
      {
        external_id: `${id}-m1`,
        type: 'module',
        title: opening,
        required: true,
        items: [part(setting, `${id}-1`, 'video', first), part(setting, `${id}-2`, 'text', second)],
      },
      {
        external_id: `${id}-m2`,
        type: 'module',
        title: practice,
        required: true,
        items: [
          part(setting, `${id}-3`, 'video', third),
          { ...part(setting, `${id}-4`, 'document', fourth), required: false },
          quiz(setting, `${id}-quiz`),
        ],
      },
    ],
  });
}

/** Three standalone items for each course, and for some subjects a certificate. */
function* aroundTheCourse(setting: Setting): Generator<ImportRecord> {
  const { subject, language, lesson, phrases, random } = setting;
  const first = random.below(STANDALONE.length);
  for (let step = 0; step < 3; step++) {
    const type = STANDALONE[(first + step * 2) % STANDALONE.length]!;
    const chapter = lesson.chapters[(first + step) % 4]!;
    const title = fill(phrases[type], { title: lesson.title, chapter });
    const id = `${type}-${subject.key}-${language}`;
    yield ImportRecord.parse({
      ...common(setting, id, type, title),
      ...parts[type](setting, chapter),
      pricing: { currency: 'EUR', price: Math.round(subject.price / 5) },
    });
  }
  if (subject.topics.includes('Health and safety') || subject.topics.includes('Compliance'))
    yield ImportRecord.parse({
      ...common(setting, `award-${subject.key}-${language}`, 'award', fill(phrases.award, lesson)),
      pricing: { currency: 'EUR', price: 0 },
      attributes: { goal: 1, expires_after_months: 24 },
      items: [{ ref: `course-${subject.key}-${language}`, required: true }],
    });
}

function common(setting: Setting, externalId: string, type: string, title: string) {
  const { subject, language, lesson, phrases, provider, random } = setting;
  const group = subject.group?.[language];
  return {
    provider,
    external_id: externalId,
    type,
    title,
    summary: lesson.summary,
    language,
    premium: group !== 'safety-essentials',
    ...(group && { content_groups: [group] }),
    assessable: type === 'course' || type === 'assignment',
    delivery: {
      duration: type === 'course' ? 10 * random.between(4, 18) : random.between(5, 45),
      mode: 'self-paced',
    },
    pricing: { currency: 'EUR', price: subject.price, tax: 0, tax_included: true },
    tags: lesson.tags,
    topics: subject.topics,
    authors: [phrases.authors[random.below(phrases.authors.length)]!],
  };
}

function part(setting: Setting, externalId: string, type: 'video' | 'text' | 'document', title: string) {
  const minutes = setting.random.between(4, 18);
  return {
    external_id: externalId,
    type,
    title,
    description: body(setting, title, minutes),
    required: true,
    delivery: { duration: minutes, mode: 'self-paced' },
    tags: setting.lesson.tags.slice(0, 1),
    topics: setting.subject.topics,
    ...parts[type](setting, title),
  };
}

function quiz(setting: Setting, externalId: string): ImportItem {
  const { phrases, lesson } = setting;
  return {
    external_id: externalId,
    type: 'quiz',
    title: fill(phrases.quiz, lesson),
    required: true,
    assessable: true,
    delivery: { duration: 10 },
    topics: setting.subject.topics,
    content: { questions: lesson.chapters.map((chapter) => question(phrases, chapter)) },
  };
}

function question(phrases: Phrases, chapter: string) {
  return { question: fill(phrases.question, { chapter }), answers: phrases.answers, correct: 0 };
}

type PartFields = Pick<ImportRecord, 'content' | 'events' | 'url' | 'delivery'>;
const parts: Record<(typeof STANDALONE)[number], (setting: Setting, chapter: string) => Partial<PartFields>> =
  {
    video: (setting, chapter) => ({ content: media(setting, chapter, 'mp4', 'video/mp4') }),
    document: (setting, chapter) => ({ content: media(setting, chapter, 'pdf', 'application/pdf') }),
    text: (setting, chapter) => ({ content: { html: page(setting, chapter) } }),
    assignment: (setting, chapter) => ({ content: { html: page(setting, chapter) } }),
    interactive: (setting, chapter) => ({
      content: { html: page(setting, chapter), questions: [question(setting.phrases, chapter)] },
    }),
    link: (setting) => ({
      url: `https://${setting.provider}.example/${setting.language}/${setting.subject.key}`,
    }),
    event: (setting) => ({
      delivery: { duration: 480, mode: 'in-person' },
      events: [setting.random.between(-60, 20), setting.random.between(25, 120)].map((day) =>
        eventOn(setting.start, day, [9, 17], PLACES[setting.random.below(PLACES.length)]!),
      ),
    }),
  };

function media(setting: Setting, chapter: string, extension: string, mimetype: string) {
  return {
    url: `https://media.${setting.provider}.example/${setting.subject.key}/${slug(chapter)}.${extension}`,
    mimetype,
  };
}

function page(setting: Setting, chapter: string): string {
  return `<h1>${chapter}</h1><p>${body(setting, chapter, 10)}</p>`;
}

function body(setting: Setting, chapter: string, minutes: number): string {
  return fill(setting.phrases.body, { chapter, summary: setting.lesson.summary, minutes });
}

type OwnContent = Omit<ImportRecord, 'events'> & {
  events?: { day: number; hours: [number, number]; location: { country: string } }[];
};

function ownContent(ownTexts: OwnContent, start: Date): ImportRecord {
  const events = ownTexts.events?.map((event) => eventOn(start, event.day, event.hours, event.location));
  return ImportRecord.parse({ ...ownTexts, events });
}

function eventOn(start: Date, day: number, hours: [number, number], location: { country: string }) {
  const atHour = (hour: number) =>
    new Date(start.getTime() + day * 86_400_000 + hour * 3_600_000).toISOString();
  return { start: atHour(hours[0]), end: atHour(hours[1]), location };
}

function fill(phrase: string, values: object): string {
  return phrase.replace(/\{(\w+)\}/g, (_, key: string) => String((values as Record<string, unknown>)[key]));
}

function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

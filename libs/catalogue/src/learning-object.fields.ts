import {
  asStored,
  Flag,
  hidden,
  Integer,
  isLanguageTag,
  LanguageTag,
  listFrom,
  pickMembers,
  namesHaving,
  listNames,
  namesWith,
  Pricing,
  Shortened,
  listShownNames,
  Text,
  WireTime,
  type Field,
  type NamesWith,
  type RowOf,
} from '@app/contracts';
import { limits } from '@app/limits';
import { z } from 'zod';
import { LearningObjectType } from './learning-object-type.js';
import { Attributes, LearningEvent, Provider, Reviews } from './learning-object.parts.js';

/** A field of a learning object: a column of `learning.learning_objects`, or a computed field of answers. */
interface ObjectField extends Field {
  /** The type of its column. Lists share one column of a row: parsing one JSON value costs a fraction of seven. */
  column?: 'text' | 'int' | 'numeric' | 'boolean' | 'text[]' | 'jsonb';
  /** Its schema in import records. */
  imported?: z.ZodType;
  /** For a column: its default in an object whose record omits it. */
  otherwise?: unknown;
  /** Whether an item that omits it inherits the value of its container. */
  isInherited?: true;
  /** Its schema in PATCH. */
  inPatch?: z.ZodType;
  /** Whether `learning-object.presenter.ts` computes its value in answers, instead of the column's value. */
  isComputed?: true;
}

const text = { column: 'text', ...asStored(z.string()) } as const;
const textOrNull = { column: 'text', ...asStored(z.string().nullable()), otherwise: null } as const;
const integer = { column: 'int', ...asStored(z.int()) } as const;
const decimal = { column: 'numeric', ...asStored(z.number()) } as const;
const boolean = { column: 'boolean', ...asStored(z.boolean()) } as const;
const computed = <Schema extends z.ZodType>(shown: Schema) =>
  ({ ...asStored(shown), isComputed: true }) as const;

const Label = z.string().normalize().trim().min(1).max(100);
const isLight = (list: readonly string[]): boolean =>
  Buffer.byteLength(JSON.stringify(list)) <= limits.label_bytes.most;
const TOO_HEAVY = `must have at most ${limits.label_bytes.most.toLocaleString('en')} bytes together, as JSON`;
const labels = {
  column: 'text[]',
  ...asStored(z.array(z.string())),
  imported: z
    .array(Label)
    .max(limits.labels.most)
    .refine(isLight, TOO_HEAVY)
    .transform((sent) => [...new Set(sent)])
    .optional(),
  otherwise: [] as string[],
} as const;
const SentLabels = listFrom(Text.pipe(Label), limits.labels.most).refine(isLight, TOO_HEAVY);

export const WebAddress = z
  .url({ protocol: /^https?$/, error: 'an absolute http or https address' })
  .max(2048);
const SentAddress = Text.pipe(
  z.url({ protocol: /^https?$/, error: 'must be an absolute http or https address' }).max(2048),
);
const Title = z.string().normalize().trim().min(1).max(255);
const Summary = z.string().normalize().max(2000);
const Description = z.string().normalize().max(100_000);
const Minutes = z.int().min(0).max(10_000_000);
/** A number that Postgres stores without rounding. */
const Money = z
  .number()
  .min(0)
  .max(20_000_000)
  .refine((amount) => Number(amount.toFixed(2)) === amount, 'an amount has two decimals at most');

const delivery = {
  duration: {
    ...integer,
    shown: z.int().describe('Minutes.'),
    example: 45,
    imported: Minutes.optional(),
    otherwise: 0,
    inPatch: Integer.pipe(Minutes).describe('Minutes.'),
  },
  mode: { ...text, example: 'self-paced', imported: Label.optional(), otherwise: 'self-paced' },
} as const satisfies Record<string, ObjectField>;

const pricing = {
  currency: {
    ...text,
    example: 'EUR',
    imported: z
      .string()
      .regex(/^[A-Z]{3}$/, 'an ISO 4217 code in capitals')
      .default('USD'),
    otherwise: 'USD',
    isInherited: true,
  },
  price: { ...decimal, example: 0, imported: Money, otherwise: 0, isInherited: true },
  tax: { ...decimal, example: 0, imported: Money.default(0), otherwise: 0, isInherited: true },
  tax_included: {
    ...boolean,
    example: true,
    imported: z.boolean().default(true),
    otherwise: true,
    isInherited: true,
  },
} as const satisfies Record<string, ObjectField>;

const ratings = {
  ratings_count: { ...integer, example: 12, imported: z.int().min(0).default(0), otherwise: 0 },
  five_star_rating: { ...decimal, example: 4.5, imported: z.number().min(0).max(5).default(0), otherwise: 0 },
} as const satisfies Record<string, ObjectField>;

/** The groups in which import records and answers nest fields; each field is a column nevertheless. */
export const fieldGroups = { delivery, pricing, ratings };

/**
 * The one list of a learning object's fields, in the order of answers. The rows, the statements that import, export,
 * read and change them, import records, the wire object, its example and PATCH's body are generated from it.
 */
export const learningObjectFields = {
  id: { ...asStored(z.int()), example: 204 },
  type: {
    ...text,
    ...asStored(LearningObjectType),
    example: 'course',
    imported: LearningObjectType,
  },
  title: {
    ...text,
    shown: z.string().max(255),
    example: 'First aid at work',
    imported: Title,
    inPatch: Text.pipe(Title),
  },
  description: {
    ...text,
    isComputed: true,
    example: 'What to do in the first minutes.',
    imported: Description.optional(),
    otherwise: '',
    inPatch: Text.pipe(Description),
  },
  summary: {
    ...textOrNull,
    example: null,
    imported: Summary.optional(),
    inPatch: Text.pipe(Summary).nullable(),
  },
  image: {
    ...textOrNull,
    example: null,
    imported: WebAddress.optional(),
    inPatch: SentAddress.nullable(),
  },
  language: {
    ...text,
    example: 'en',
    imported: z
      .string()
      .refine(isLanguageTag, 'an ISO 639-1 code, optionally with a country: en, pt-br')
      .optional(),
    otherwise: 'en',
    isInherited: true,
    inPatch: LanguageTag,
  },
  published: {
    ...boolean,
    example: true,
    imported: z.boolean().optional(),
    otherwise: true,
    isInherited: true,
    inPatch: Flag.describe(
      'false: a draft, for this portal’s administrators, managers and content administrators.',
    ),
  },
  premium: {
    ...boolean,
    ...hidden<boolean>(),
    imported: z.boolean().optional(),
    otherwise: false,
    isInherited: true,
  },
  previewable: { ...computed(z.boolean()), example: true },
  /** True for a quiz, unless its record says otherwise. */
  assessable: { ...boolean, example: false, imported: z.boolean().optional(), otherwise: false },
  created_time: { ...computed(WireTime), example: '2026-01-15T09:00:00+00:00' },
  updated_time: { ...computed(WireTime), example: '2026-01-31T06:29:13+00:00' },
  delivery: {
    ...computed(
      z.object(pickMembers(delivery, listNames(delivery), 'shown')).meta({ id: 'LearningObjectDelivery' }),
    ),
    example: pickMembers(delivery, listNames(delivery), 'example'),
    imported: z.strictObject(pickMembers(delivery, listNames(delivery), 'imported')).optional(),
  },
  pricing: {
    ...computed(Pricing),
    example: pickMembers(pricing, listNames(pricing), 'example'),
    imported: z.strictObject(pickMembers(pricing, listNames(pricing), 'imported')).optional(),
  },
  provider: { ...computed(Provider), example: { id: 7, name: 'Northwind Learning', logo: null } },
  ratings: {
    ...computed(z.object(pickMembers(ratings, listNames(ratings), 'shown')).meta({ id: 'Ratings' })),
    example: pickMembers(ratings, listNames(ratings), 'example'),
    imported: z.strictObject(pickMembers(ratings, listNames(ratings), 'imported')).optional(),
  },
  reviews: { ...computed(Reviews), example: { count: 12, rating: 4.5 } },
  tags: { ...labels, example: ['safety'], inPatch: SentLabels },
  topics: { ...labels, example: ['Health and safety'], inPatch: SentLabels },
  items_count: { ...asStored(z.int()), example: 3 },
  authors: { ...labels, example: ['R. Okafor'] },
  skills: { ...labels, example: ['First aid'] },
  url: {
    ...textOrNull,
    example: null,
    shown: z.string().nullable().describe('The address of a link item; null for others.'),
    imported: WebAddress.optional(),
    inPatch: SentAddress.describe('For link items.'),
  },
  events: { ...computed(z.array(LearningEvent)), example: [] },
  attributes: {
    column: 'jsonb',
    ...hidden<Record<string, unknown>>(),
    shown: Attributes,
    isComputed: true,
    example: { topics: [{ key: 31, value: 'Health and safety' }] },
    imported: z.record(z.string().max(100), z.json()).optional(),
    otherwise: {},
  },
  shortened: computed(Shortened),
} as const satisfies Record<string, ObjectField>;

/** All fields by name, those of groups included. */
export const allFields = { ...learningObjectFields, ...delivery, ...pricing, ...ratings };

type Fields = typeof learningObjectFields;
type AllFields = typeof allFields;
export type ComputedObjectField = NamesWith<Fields, { isComputed: true }>;
export type ColumnName = NamesWith<AllFields, { column: string }>;
type ListName = NamesWith<AllFields, { column: 'text[]' }>;
type ScalarName = Exclude<ColumnName, ListName | 'attributes'>;

/** The values that an import writes into the columns. */
export type ImportedColumns = Pick<RowOf<AllFields>, ColumnName>;
export type InheritedColumns = Pick<RowOf<AllFields>, NamesWith<AllFields, { isInherited: true }>>;
/** The columns of a row that have one value, and those that have several. */
export type ScalarColumns = Pick<RowOf<AllFields>, ScalarName>;
export type ListColumns = Pick<RowOf<AllFields>, ListName>;

export const columns = namesHaving(allFields, 'column');
export const inheritedColumns = namesWith(allFields, { isInherited: true });
export const listColumns = namesWith(allFields, { column: 'text[]' });
export const scalarColumns = columns.filter((name) => !['text[]', 'jsonb'].includes(allFields[name].column));
export const patchedObjectColumns = namesHaving(allFields, 'inPatch');
export const publicObjectFields = listShownNames(learningObjectFields);

/** The defaults of columns that a record may omit. */
export const defaults: Partial<Record<string, unknown>> = pickMembers(
  allFields,
  namesHaving(allFields, 'otherwise'),
  'otherwise',
);

/** The Zod shape of import records, of answers, and of what PATCH accepts. */
export const importedShape = pickMembers(
  learningObjectFields,
  namesHaving(learningObjectFields, 'imported'),
  'imported',
);
export const shownObjectShape = pickMembers(learningObjectFields, publicObjectFields, 'shown');
export const learningObjectPatchShape = pickMembers(allFields, patchedObjectColumns, 'inPatch');

/** Example values for answers, by name. */
export const shownObjectExample = pickMembers(
  learningObjectFields,
  publicObjectFields.filter((name) => name !== 'shortened'),
  'example',
);

import { isCountryCode } from '@app/contracts';
import { z } from 'zod';
import { CONTAINER_TYPES } from './learning-object-type.js';
import { importedShape, WebAddress } from './learning-object.fields.js';

const Slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and hyphens, at most 63');
const ExternalId = z.string().trim().min(1).max(255);

export const ImportEvent = z
  .strictObject({
    start: z.iso.datetime({ offset: true }),
    end: z.iso.datetime({ offset: true }),
    location: z.strictObject({
      country: z.string().refine(isCountryCode, 'an ISO 3166-1 alpha-2 code in capitals'),
      locality: z.string().normalize().trim().max(200).optional(),
      thoroughfare: z.string().normalize().trim().max(300).optional(),
    }),
  })
  .refine((event) => Date.parse(event.end) >= Date.parse(event.start), {
    path: ['end'],
    error: 'ends before it starts',
  });
export type ImportEvent = z.output<typeof ImportEvent>;

export const QuizQuestion = z.strictObject({
  question: z.string().normalize().min(1).max(2000),
  answers: z.array(z.string().normalize().min(1).max(500)).min(2).max(10),
  correct: z.int().min(0),
});

/**
 * The content that a player displays: a file at a URL, some HTML, or questions. Without any of these it has less than
 * 1,000 bytes, because `hasPreview` decides by the size.
 */
export const ImportContent = z.strictObject({
  url: WebAddress.optional(),
  mimetype: z.string().max(100).optional(),
  html: z.string().max(500_000).optional(),
  questions: z.array(QuizQuestion).max(200).optional(),
});
export type ImportContent = z.output<typeof ImportContent>;

const fields = {
  external_id: ExternalId,
  ...importedShape,
  events: z.array(ImportEvent).max(500).optional(),
  content: ImportContent.optional(),
  content_groups: z.array(Slug).max(50).optional(),
};

/** A reference to an object of the same provider on an earlier line. */
export const ImportReference = z.strictObject({ ref: ExternalId, required: z.boolean().optional() });

export type ImportReference = z.output<typeof ImportReference>;
type ItemFields = z.output<z.ZodObject<typeof fields>>;
/**
 * An item inside a course, module or award; absent language, price, premium and published are those of the outer one.
 */
export interface ImportItem extends ItemFields {
  /** If present, the provider of the record. */
  provider?: string | undefined;
  required?: boolean | undefined;
  items?: (ImportItem | ImportReference)[] | undefined;
}

export const ImportItem: z.ZodType<ImportItem> = z
  .strictObject({
    ...fields,
    provider: Slug.optional(),
    required: z.boolean().optional(),
    get items() {
      return z
        .array(z.union([ImportReference, ImportItem]))
        .max(1000)
        .optional();
    },
  })
  .superRefine(checkByType);

/**
 * One line of `catalog import`: a learning object with everything it contains. `provider` and `external_id` are its
 * identity: the same line again changes nothing, a changed line updates the object in place.
 */
export const ImportRecord = z
  .strictObject({
    provider: Slug,
    ...fields,
    items: z
      .array(z.union([ImportReference, ImportItem]))
      .max(1000)
      .optional(),
  })
  .superRefine(checkByType);
export type ImportRecord = z.output<typeof ImportRecord>;

/** Rules that involve more than one field; each error names its field. */
function checkByType(record: ItemFields & { items?: unknown[] | undefined }, context: z.RefinementCtx): void {
  const complain = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if (record.items?.length && !CONTAINER_TYPES.includes(record.type))
    complain(['items'], `a ${record.type} holds no items`);
  if (record.type === 'link' && !record.url) complain(['url'], 'a link needs its address');
  record.content?.questions?.forEach((question, index) => {
    if (question.correct >= question.answers.length)
      complain(['content', 'questions', index, 'correct'], 'names no answer');
  });
}

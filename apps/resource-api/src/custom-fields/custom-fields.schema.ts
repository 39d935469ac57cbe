import { listSchema } from '@app/contracts';
import { customFieldTypes } from '@app/identity';
import { z } from 'zod';

const CustomField = z
  .object({
    name: z.string().describe('Its name in `custom_fields` of a user.'),
    type: z.enum(customFieldTypes).describe('`date` is a day such as `2026-01-31`.'),
    options: z.array(z.string()).nullable().describe('With `choice`: the values to choose from.'),
  })
  .meta({
    id: 'CustomField',
    example: { name: 'department', type: 'choice', options: ['Sales', 'Support'] },
  });

/** The fields that a portal has defined for its people. */
export const CustomFieldList = listSchema(CustomField, 'CustomFieldList');
export type CustomFieldList = z.output<typeof CustomFieldList>;

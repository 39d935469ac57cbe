import { Flag, isCleanText, listSchema, Text, UNCLEAN_TEXT } from '@app/contracts';
import { z } from 'zod';

const Value = z.union([Text.max(10_000), z.number(), z.boolean(), z.null()]);

/** Key/value pairs of the portal. */
export const Configuration = z
  .record(z.string(), Value)
  .meta({ id: 'Configuration', example: { pay_per_seat: true, default_language: 'en' } });
export type Configuration = z.output<typeof Configuration>;

/** The pairs to create or update (contract 4.17); others stay unchanged. */
export const ConfigurationBody = z
  .looseObject({ pay_per_seat: Flag.optional().describe('Whether seats are paid for individually.') })
  .transform((body, context): Configuration => {
    const pairs = Object.entries(body).filter(([, value]) => value !== undefined);
    for (const [key, value] of pairs) {
      if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(key) || key.length > 100) {
        context.addIssue({ code: 'custom', path: [key], message: 'keys must be snake_case' });
      } else if (!Value.safeParse(value).success) {
        const isUnclean = typeof value === 'string' && !isCleanText(value);
        context.addIssue({
          code: 'custom',
          path: [key],
          message: isUnclean
            ? UNCLEAN_TEXT
            : 'values are text of at most 10,000 characters, numbers, true, false or null',
        });
      }
    }
    return Object.fromEntries(pairs) as Configuration;
  })
  .meta({ id: 'UpdateConfiguration', example: { pay_per_seat: true } });

const ConfigurationDefinition = z
  .object({
    key: z.string(),
    type: z.enum(['boolean']),
    default: z.boolean().describe('The value that applies if the key is not set.'),
    description: z.string(),
  })
  .meta({
    id: 'ConfigurationDefinition',
    example: {
      key: 'pay_per_seat',
      type: 'boolean',
      default: false,
      description: 'With true, active people are not limited to the plan’s `licensed_user_count`.',
    },
  });
export type ConfigurationDefinition = z.output<typeof ConfigurationDefinition>;

/** The meaning of the keys that the service itself reads. */
export const ConfigurationDefinitionList = listSchema(ConfigurationDefinition, 'ConfigurationDefinitionList');
export type ConfigurationDefinitionList = z.output<typeof ConfigurationDefinitionList>;

import { Text } from '@app/contracts';
import { LearningObjectType } from '@app/catalogue';
import { z } from 'zod';

export const PreviewQuery = z.object({
  redirect_url: Text.pipe(
    z.url({ protocol: /^https?$/, error: 'must be an absolute http or https address' }).max(2048),
  )
    .optional()
    .describe('Where the person is sent when finished.'),
});
export type PreviewQuery = z.output<typeof PreviewQuery>;

export const PreviewPage = z
  .object({
    total: z.int(),
    hits: z.array(
      z.object({
        id: z.int(),
        type: LearningObjectType,
        title: z.string(),
        url: z.string().describe('For a frame on any page; works for 15 minutes.'),
        mimetype: z.string(),
      }),
    ),
  })
  .meta({ id: 'PreviewPage' });
export type PreviewPage = z.output<typeof PreviewPage>;

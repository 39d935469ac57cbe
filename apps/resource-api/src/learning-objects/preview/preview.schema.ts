import { listSchema, Text } from '@app/contracts';
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

const Preview = z
  .object({
    id: z.int(),
    type: LearningObjectType,
    title: z.string(),
    url: z.string().describe('For a frame on any page; works for 15 minutes.'),
    mimetype: z.string(),
  })
  .meta({
    id: 'Preview',
    example: {
      id: 205,
      type: 'video',
      title: 'The recovery position',
      url: 'https://api.learning.example/play/eyJsbyI6MjA1fQ.Xk3v',
      mimetype: 'text/html',
    },
  });

export const PreviewPage = listSchema(Preview, 'PreviewPage');
export type PreviewPage = z.output<typeof PreviewPage>;

import { Text } from '@app/contracts';
import { z } from 'zod';
import { landingPath } from '@app/credentials';

export const LoginLinkQuery = z.object({
  redirect_url: Text.max(2_000)
    .transform((text, context) => {
      const path = landingPath(text);
      if (path !== undefined) return path;
      context.addIssue({ code: 'custom', message: 'must be a path on the portal, without scheme and host' });
      return z.NEVER;
    })
    .optional()
    .describe('Where the person lands after signing in: a path on the portal’s domain.'),
});
export type LoginLinkQuery = z.output<typeof LoginLinkQuery>;

export const LoginLink = z
  .object({ url: z.url().describe('Signs the person in once, within ten minutes.') })
  .meta({
    id: 'LoginLink',
    example: {
      url: 'https://acme.example/courses?oneTimeToken=otl_20260131_abcdefghijklmnopqrstuvwxyzABCDEF',
    },
  });
export type LoginLink = z.output<typeof LoginLink>;

import { z } from 'zod';

/** Parameters of /bff/login; one that is repeated or too long is ignored. */
export const SignInQuery = z.object({
  to: z.string().optional().catch(undefined),
  portal_name: z.string().max(255).optional().catch(undefined),
  choose: z.string().optional().catch(undefined),
  fresh: z.string().optional().catch(undefined),
});
export type SignInQuery = z.output<typeof SignInQuery>;

import { Text } from '@app/contracts';
import { z } from 'zod';

/** Where the addresses of service accounts lie (wire contract section 3); no mail reaches it (RFC 2606). */
const applicationsDomain = '@clients.invalid';

/** An e-mail address as a person's name. */
export const Email = Text.trim()
  .max(254)
  .pipe(z.email())
  .refine(
    (email) => !email.toLowerCase().endsWith(applicationsDomain),
    'must not be in the domain of applications',
  );

/** A first or last name. */
export const Name = Text.trim().min(1).max(255);

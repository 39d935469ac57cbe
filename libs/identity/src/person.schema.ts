import { Text, Words } from '@app/contracts';
import { z } from 'zod';
import { hasForeignLocalPart, hasValidDomain, toAsciiAddress } from './ascii-address.js';

/**
 * The domains for the addresses of service accounts (contract 3.5), and of people who no longer have one; no mail is
 * delivered to them (RFC 2606).
 */
const ownDomains = ['@clients.invalid', '@erased.invalid', '@apart.invalid'];

/** Like the pattern of zod, which has no top-level domains of other scripts. */
const addressPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/;

/** A person's e-mail address, with the domain in ASCII. */
export const Email = Text.trim()
  .overwrite(toAsciiAddress)
  .max(254)
  .pipe(
    z.email({
      pattern: addressPattern,
      error: ({ input }) =>
        hasForeignLocalPart(String(input))
          ? 'must have only ASCII characters before the @: addresses with others there are not supported'
          : undefined,
    }),
  )
  .refine(hasValidDomain, 'must have a valid domain')
  .refine(
    (email) => !ownDomains.some((domain) => email.toLowerCase().endsWith(domain)),
    'must not be in a domain of this service',
  );

export const Name = Words.trim().min(1).max(255);

import { Text, Words } from '@app/contracts';
import { z } from 'zod';

/**
 * The domains for the addresses of service accounts (contract 3.5), and of people who no longer have one; no mail is
 * delivered to them (RFC 2606).
 */
const ownDomains = ['@clients.invalid', '@erased.invalid', '@apart.invalid'];

export const Email = Text.trim()
  .max(254)
  .pipe(z.email())
  .refine(
    (email) => !ownDomains.some((domain) => email.toLowerCase().endsWith(domain)),
    'must not be in a domain of this service',
  );

export const Name = Words.trim().min(1).max(255);

import { Text } from '@app/contracts';
import { z } from 'zod';

/** An e-mail address as a person's name. */
export const Email = Text.trim().max(254).pipe(z.email());

/** A first or last name. */
export const Name = Text.trim().min(1).max(255);

import { z } from 'zod';

/** A colour as `#rrggbb`; stored in lower case. */
export const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1d5bd6')
  .transform((color) => color.toLowerCase());

import { Color, imageTypes } from '@app/branding';
import { WireTime, Words } from '@app/contracts';
import { z } from 'zod';

const Image = z
  .object({ url: z.url().describe('Public; changes with the image.') })
  .meta({ id: 'BrandingImage', example: { url: 'https://api.learning.example/branding/u7Yw' } });

const Accent = z
  .object({ accent: z.string(), on_accent: z.string() })
  .meta({ id: 'BrandingAccent', example: { accent: '#1d5bd6', on_accent: '#ffffff' } });

const example = {
  title: 'Acme',
  name: 'Acme Academy',
  color: '#ffb000',
  sender_name: 'Acme Academy',
  logo: { url: 'https://api.learning.example/branding/u7Yw' },
  favicon: null,
  light: { accent: '#8a5f00', on_accent: '#ffffff' },
  dark: { accent: '#ffb000', on_accent: '#0c1a33' },
  updated_time: '2026-01-31T06:29:13+00:00',
};

/** A portal's brand on sign-in pages, in mails and in players. */
export const Branding = z
  .object({
    title: z.string().describe('The portal’s title: its name in mails and on pages while `name` is null.'),
    name: z.string().nullable().describe('Shown instead of the title, and of the name of the service.'),
    color: z.string().nullable().describe('As it was set, `#rrggbb`.'),
    sender_name: z.string().nullable().describe('Sender name of mails about this portal.'),
    logo: Image.nullable(),
    favicon: Image.nullable(),
    light: Accent.nullable().describe('The colour as pages use it: with enough contrast (WCAG 1.4.3).'),
    dark: Accent.nullable(),
    updated_time: WireTime.nullable(),
  })
  .meta({ id: 'Branding', example });
export type Branding = z.output<typeof Branding>;

// a single line, because page heads and mail senders use it
const Line = Words.trim()
  .min(1)
  .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text), 'must be one line without hidden characters');

const SenderName = Line.max(80).refine(
  (text) => !/[@<>":\\]|https?|www\./i.test(text),
  'must be a name: no address and no quotation marks',
);

/** Sets sent fields; null removes a value, absent fields stay. */
export const BrandingBody = z
  .object({
    name: Line.max(100).nullable().optional(),
    color: Color.nullable().optional(),
    sender_name: SenderName.nullable().optional(),
  })
  .meta({ id: 'UpdateBranding', example: { name: 'Acme Academy', color: '#ffb000' } });
export type BrandingBody = z.output<typeof BrandingBody>;

export const ImageBodyTypes = imageTypes;

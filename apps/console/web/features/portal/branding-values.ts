import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';

export type ConsoleBranding = components['schemas']['Branding'];
export type BrandingChange = components['schemas']['UpdateBranding'];

/** The text fields of a branding; empty means not set. */
export interface BrandingValues {
  name: string;
  color: string;
  sender_name: string;
}

export const readBranding = (branding: ConsoleBranding): BrandingValues => ({
  name: branding.name ?? '',
  color: branding.color ?? '',
  sender_name: branding.sender_name ?? '',
});

/** The edits in the form of the API: null clears a value. */
export const toBrandingChange = (edits: Partial<BrandingValues>): BrandingChange =>
  Object.fromEntries(Object.entries(edits).map(([field, text]) => [field, text.trim() || null]));

/** Whether it has the form `#rrggbb`. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

interface ShownAccent {
  accent: string;
  onAccent: string;
}

/**
 * The colours of pages and mails: those that the API has computed for the saved colour, or the typed colour as it is.
 * @returns undefined without a colour: then the service's own are used
 */
export function previewAccent(
  values: BrandingValues,
  branding: ConsoleBranding,
  scheme: 'light' | 'dark',
): ShownAccent | undefined {
  if (!isColor(values.color)) return undefined;
  const saved = values.color.toLowerCase() === branding.color ? branding[scheme] : null;
  if (saved) return { accent: saved.accent, onAccent: saved.on_accent };
  return { accent: values.color, onAccent: scheme === 'light' ? '#ffffff' : '#0c1a33' };
}

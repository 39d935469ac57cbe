import { computeAccents, type Accent, type Brand } from '@app/branding';
import { wireTime } from '@app/contracts';
import type { Branding } from './branding.schema.js';

const presentAccent = ({ accent, onAccent }: Accent) => ({ accent, on_accent: onAccent });

/** @param api public URL of the resource API, which serves the images */
export function presentBranding(brand: Brand, api: string): Branding {
  const accents = brand.color === null ? undefined : computeAccents(brand.color);
  const image = (digest: string | null) => (digest === null ? null : { url: `${api}/branding/${digest}` });
  return {
    title: brand.title,
    name: brand.name,
    color: brand.color,
    sender_name: brand.sender_name,
    logo: image(brand.logo),
    favicon: image(brand.favicon),
    light: accents ? presentAccent(accents.light) : null,
    dark: accents ? presentAccent(accents.dark) : null,
    updated_time: brand.updated_time && wireTime(brand.updated_time),
  };
}

/** A colour for links and buttons, and a text colour to use on it; both as `#rrggbb`. */
export interface Accent {
  accent: string;
  onAccent: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** What accents stand on in the pages of both colour schemes (apps/auth-server/src/edge/pages/assets/style.css). */
const GROUNDS = {
  light: ['#ffffff', '#f3f5f9', '#e3e8f1', '#fdecea', '#e7f4ec'],
  dark: ['#1a202c', '#11151d', '#2b3445', '#3b1a18', '#16321f'],
} as const;
/** Of texts upon accents. */
const INK = { light: '#ffffff', dark: '#0c1a33' } as const;
/** Colours that accents are mixed with until they are readable. */
const TOWARDS: Record<keyof typeof GROUNDS, Rgb> = { light: [0, 0, 0], dark: [255, 255, 255] };
/** WCAG 2.2, success criterion 1.4.3: minimum contrast of text and background. */
const ENOUGH = 4.5;
const STEPS = 100;

const parseColor = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const formatColor = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, 0 to 1 (WCAG 2.2, definitions). */
function luminance(color: string): number {
  const [red, green, blue] = parseColor(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, definitions). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function computeAccent(color: string, scheme: keyof typeof GROUNDS): Accent {
  const rgb = parseColor(color);
  const target = TOWARDS[scheme];
  const onAccent = INK[scheme];
  for (let step = 0; step <= STEPS; step += 1) {
    const share = step / STEPS;
    const mixed = rgb.map((part, index) => part + (target[index]! - part) * share) as [
      number,
      number,
      number,
    ];
    const accent = formatColor(mixed);
    const isReadable = [...GROUNDS[scheme], onAccent].every((ground) => contrast(accent, ground) >= ENOUGH);
    if (isReadable) return { accent, onAccent };
  }
  throw new Error(`no accent of ${color}`); // black and white are readable on all of them
}

/**
 * A portal's colour made readable in both colour schemes: darkened or lightened as little as possible.
 * @param color `#rrggbb`
 */
export const computeAccents = (color: string): Record<'light' | 'dark', Accent> => ({
  light: computeAccent(color, 'light'),
  dark: computeAccent(color, 'dark'),
});

import { colors, type ColorScheme } from '@app/look';

/** A colour for links and buttons, and a text colour to use on it; both as `#rrggbb`. */
export interface Accent {
  accent: string;
  onAccent: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

const listBackgrounds = (scheme: ColorScheme): string[] => {
  const { card, ground, soft, 'error-ground': error, 'good-ground': good } = colors[scheme];
  return [card, ground, soft, error, good];
};
/** The backgrounds of accents on pages of both colour schemes. */
const BACKGROUNDS = { light: listBackgrounds('light'), dark: listBackgrounds('dark') };
/** The colour of texts on accents. */
const ON_ACCENT = { light: colors.light['on-accent'], dark: colors.dark['on-accent'] };
/** Colours that are mixed into accents until they are readable. */
const MIXED_COLORS: Record<ColorScheme, Rgb> = { light: [0, 0, 0], dark: [255, 255, 255] };
/** WCAG 2.2, success criterion 1.4.3: minimum contrast of text and background. */
const MIN_CONTRAST = 4.5;
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

function computeAccent(color: string, scheme: ColorScheme): Accent {
  const rgb = parseColor(color);
  const target = MIXED_COLORS[scheme];
  const onAccent = ON_ACCENT[scheme];
  for (let step = 0; step <= STEPS; step += 1) {
    const share = step / STEPS;
    const mixed = rgb.map((part, index) => part + (target[index]! - part) * share) as [
      number,
      number,
      number,
    ];
    const accent = formatColor(mixed);
    const isReadable = [...BACKGROUNDS[scheme], onAccent].every(
      (ground) => contrast(accent, ground) >= MIN_CONTRAST,
    );
    if (isReadable) return { accent, onAccent };
  }
  throw new Error(`no accent of ${color}`); // cannot happen, because black and white are readable on all of them
}

/**
 * Makes a portal's colour readable in both colour schemes, darkened or lightened as little as possible.
 * @param color `#rrggbb`
 */
export const computeAccents = (color: string): Record<'light' | 'dark', Accent> => ({
  light: computeAccent(color, 'light'),
  dark: computeAccent(color, 'dark'),
});

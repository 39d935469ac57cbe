/** Colours of all pages and mails in both colour schemes: `on-accent` is `--on-accent` in a style sheet. */
export const colors = {
  light: {
    ground: '#f3f5f9',
    card: '#ffffff',
    text: '#1b2333',
    quiet: '#55607a',
    line: '#8a94ab',
    soft: '#e3e8f1',
    accent: '#1d5bd6',
    'on-accent': '#ffffff',
    error: '#b3261e',
    'error-ground': '#fdecea',
    good: '#1a6b3c',
    'good-ground': '#e7f4ec',
  },
  dark: {
    ground: '#11151d',
    card: '#1a202c',
    text: '#eef1f7',
    quiet: '#a9b4ca',
    line: '#77829a',
    soft: '#2b3445',
    accent: '#8ab4ff',
    'on-accent': '#0c1a33',
    error: '#ffb4ab',
    'error-ground': '#3b1a18',
    good: '#86d9a5',
    'good-ground': '#16321f',
  },
} as const;

export type ColorScheme = keyof typeof colors;
type Color = keyof typeof colors.light;

/** Type: `title` is `--title` in a style sheet. */
export const type = {
  font: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  mono: 'ui-monospace, Menlo, Consolas, monospace',
  /** The size in the reader's browser. */
  size: '1rem',
  leading: '1.5',
  small: '0.875rem',
  large: '1.125rem',
  title: '1.5rem',
} as const;

/** Spacing and corners, named as in a style sheet. */
const spaces = {
  'gap-small': '0.5rem',
  gap: '1rem',
  'gap-large': '1.75rem',
  radius: '0.5rem',
  'radius-large': '0.75rem',
} as const;

const declared = (values: Record<string, string>, indent: string): string =>
  Object.entries(values)
    .map(([name, value]) => `${indent}--${name}: ${value};`)
    .join('\n');

/** Colours, type and spacing as custom properties, and the typeface. */
const rootStyle = (): string => `:root {
  color-scheme: light dark;
${declared({ ...colors.light, ...type, ...spaces }, '  ')}
  font: var(--size)/var(--leading) var(--font);
}

@media (prefers-color-scheme: dark) {
  :root {
${declared(colors.dark, '    ')}
  }
}
`;

export const baseStyle = (): string => `${rootStyle()}
* {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  overflow-wrap: break-word;
}

a {
  color: var(--accent);
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
`;

/** Both schemes together, by `light-dark()`: a page with a switch sets `color-scheme`. */
export const schemeStyle = (): string => `:root {
${Object.keys(colors.light)
  .map((name) => `  --${name}: light-dark(${colors.light[name as Color]}, ${colors.dark[name as Color]});`)
  .join('\n')}
${declared({ ...type, ...spaces }, '  ')}
}
`;

/**
 * The beginning of the style of embedded content. The content has our typeface and the colours of the surrounding page,
 * unless its author has styled it.
 */
export const contentStyle = (): string =>
  `${rootStyle()}
body {
  margin: var(--gap);
  background: var(--card);
  color: var(--text);
  overflow-wrap: anywhere;
}

a {
  color: var(--accent);
}

img,
video {
  max-width: 100%;
  height: auto;
}
`;

import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ROOT = join(FOLDER, '..', '..', '..');
const LOOK = 'virtual:look.css';
/** Compiled before: scripts/compile.mjs. */
const { colors, schemeStyle } = createRequire(import.meta.url)(
  join(ROOT, 'dist', 'libs', 'look', 'src', 'look.js'),
);

/** One scheme alone, for pictures of pages within a page: `light-dark()` is decided once, for the root. */
const fixedScheme = (scheme) =>
  `.scheme-${scheme} { color-scheme: ${scheme}; ${Object.entries(colors[scheme])
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')} }\n`;

/** The colours and the type of the project, as a style sheet. */
const look = {
  name: 'look',
  resolveId: (id) => (id === LOOK ? `\0${LOOK}` : undefined),
  load: (id) => (id === `\0${LOOK}` ? schemeStyle() + fixedScheme('light') + fixedScheme('dark') : undefined),
};

/** `npm run console` forwards to the running console, which knows the session. */
const target = process.env.CONSOLE_URL ?? 'http://localhost:4004';

/** @type {import('vite').UserConfig} */
export default {
  root: FOLDER,
  appType: 'spa',
  cacheDir: join(ROOT, 'dist', '.vite'),
  plugins: [
    look,
    react(),
    // words of React Aria in our languages alone
    { ...optimizeLocales.vite({ locales: ['en-US', 'de-DE', 'fr-FR'] }), enforce: 'pre' },
  ],
  build: {
    outDir: join(ROOT, 'dist', 'apps', 'console', 'web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: 0, // the policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/bff': { target, headers: { origin: target } } },
  },
};

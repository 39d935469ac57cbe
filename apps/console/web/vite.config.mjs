import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ROOT = join(FOLDER, '..', '..', '..');
const LOOK = 'virtual:look.css';
/** Compiled first, by scripts/compile.mjs. */
const { colors, schemeStyle } = createRequire(import.meta.url)(
  join(ROOT, 'dist', 'libs', 'look', 'src', 'look.js'),
);

/** Only one scheme, for previews within a page: `light-dark()` is resolved once, for the root. */
const fixedScheme = (scheme) =>
  `.scheme-${scheme} { color-scheme: ${scheme}; ${Object.entries(colors[scheme])
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')} }\n`;

/** The project's colours and typography, as a style sheet. */
const look = {
  name: 'look',
  resolveId: (id) => (id === LOOK ? `\0${LOOK}` : undefined),
  load: (id) => (id === `\0${LOOK}` ? schemeStyle() + fixedScheme('light') + fixedScheme('dark') : undefined),
};

/** The application itself, loaded by the small first file. */
const APPLICATION = join(FOLDER, 'app', 'start.tsx');

/** Lets the browser load the application concurrently with the first file. */
const preloadApplication = {
  name: 'preload-application',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const files = new Set();
      const add = (chunk) => {
        if (!chunk || files.has(chunk.fileName)) return;
        files.add(chunk.fileName);
        chunk.imports.forEach((file) => add(bundle[file]));
      };
      add(Object.values(bundle ?? {}).find(({ moduleIds }) => moduleIds?.includes(APPLICATION)));
      return [...files]
        .filter((file) => !html.includes(`/${file}"`))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
    },
  },
};

/** The sources that the application needs before it renders any page. */
const applicationSources = new Set();
function addImports(id, context) {
  if (applicationSources.has(id) || id.includes('node_modules')) return;
  applicationSources.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) addImports(imported, context);
}

/** Few files: each costs a slow connection a round trip, and browsers load six at a time. */
const groups = [
  { name: 'first', tags: ['$initial'] },
  {
    debugName: 'application',
    name: (id, context) => {
      addImports(APPLICATION, context);
      return applicationSources.has(id) ? 'application' : null;
    },
  },
  // parts shared by lists and forms; only two pages have plots
  { name: 'parts', test: (id) => !/visx|d3-|\/charts\//.test(id), minShareCount: 3 },
];

/** `npm run console` forwards to the running console, which knows the session. */
const target = process.env.CONSOLE_URL ?? 'http://localhost:4004';

/** @type {import('vite').UserConfig} */
export default {
  root: FOLDER,
  appType: 'spa',
  cacheDir: join(ROOT, 'dist', '.vite'),
  plugins: [
    look,
    preloadApplication,
    react(),
    // texts of React Aria, only in the console's languages
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
    chunkSizeWarningLimit: 1_000, // scripts/lib/web-sizes.mjs holds the bounds
    rolldownOptions: { output: { codeSplitting: { groups } } },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/bff': { target, headers: { origin: target } } },
  },
};

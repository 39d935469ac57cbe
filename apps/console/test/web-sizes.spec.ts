import { join } from 'node:path';

interface Sizes {
  measureChunks: (
    manifest: Record<string, object>,
    size: (file: string) => number,
  ) => Record<string, { bound: string; size: number }>;
  listTooLarge: (parts: ReturnType<Sizes['measureChunks']>) => string[];
}

const script = join(__dirname, '..', '..', '..', 'scripts', 'lib', 'web-sizes.mjs');
const manifest = {
  'index.html': { file: 'index.js', isEntry: true, css: ['style-12345678.css'] },
  '_application.js': { file: 'application.js', name: 'application', imports: ['_shared.js', 'index.html'] },
  '_shared.js': { file: 'shared.js' },
  '_queries.js': { file: 'queries.js', imports: ['_shared.js'] },
  'features/webhooks/index.ts': {
    file: 'webhooks.js',
    isDynamicEntry: true,
    imports: ['_queries.js', '_shared.js'],
  },
  'features/webhooks/statistics-page.tsx': {
    file: 'charts.js',
    isDynamicEntry: true,
    imports: ['_queries.js'],
  },
  'texts/de/index.ts': { file: 'de.js', isDynamicEntry: true },
};
const kib: Record<string, number> = {
  'index.js': 7,
  'application.js': 93,
  'shared.js': 60,
  'queries.js': 10,
  'webhooks.js': 20,
  'charts.js': 25,
  'de.js': 7,
  'style-12345678.css': 5,
};

describe('the sizes of the web console', () => {
  let sizes: Sizes;
  beforeAll(async () => {
    sizes = (await import(script)) as Sizes;
  });

  it('count only newly loaded files for each part', () => {
    const parts = sizes.measureChunks(manifest, (file) => kib[file]!);
    expect(parts).toEqual({
      'index.html': { bound: 'entry', size: 160 },
      'features/webhooks/index.ts': { bound: 'route', size: 30 },
      'features/webhooks/statistics-page.tsx': { bound: 'charts', size: 25 },
      'texts/de/index.ts': { bound: 'language', size: 7 },
      'style.css': { bound: 'style', size: 5 },
    });
    expect(sizes.listTooLarge(parts)).toEqual([]);
  });

  it('fail the build if a part is too large', () => {
    const parts = sizes.measureChunks(manifest, (file) => (file === 'charts.js' ? 31 : kib[file]!));
    expect(sizes.listTooLarge(parts)).toEqual(['features/webhooks/statistics-page.tsx: 31 of 30 KiB']);
  });
});

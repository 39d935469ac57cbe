/** Largest sizes in KiB of gzip: apps/console/web has to stay fast on slow connections. */
const MAX_KIB = { entry: 180, charts: 30, style: 20, language: 18, route: 40 };

/** Which bound a chunk has, by its source; undefined for what several routes share. */
function boundFor(source) {
  if (source === 'index.html') return 'entry';
  if (source.startsWith('texts/')) return 'language';
  if (/statistics-page/.test(source)) return 'charts';
  return source.startsWith('features/') ? 'route' : undefined;
}

/**
 * How much is loaded for each part: the entry, a route, a language. The files of the entry count once.
 * @param manifest of Vite
 * @param size the size of a file in KiB
 * @returns for each part its bound and its size, rounded up once: chunks are many and small
 */
export function measureChunks(manifest, size) {
  const style = Object.values(manifest).find(({ file }) => file.endsWith('.css'));
  // the page's first file asks for the application at once
  const entry = closure(manifest, 'index.html');
  for (const [name, chunk] of Object.entries(manifest))
    if (chunk.name === 'application') closure(manifest, name, entry);
  const parts = {};
  for (const [name, { isEntry, isDynamicEntry }] of Object.entries(manifest)) {
    const bound = boundFor(name);
    if (!bound || !(isEntry || isDynamicEntry)) continue;
    const loaded = isEntry ? new Set() : loadedBefore(name);
    const needed = [...(isEntry ? entry : closure(manifest, name))].filter((chunk) => !loaded.has(chunk));
    parts[name] = {
      bound,
      size: Math.ceil(needed.reduce((sum, chunk) => sum + size(manifest[chunk].file), 0)),
    };
  }

  /** The entry, and for a page of a feature what all pages of the feature need. */
  function loadedBefore(name) {
    const index = name.replace(/[^/]+$/, 'index.ts');
    return index in manifest && index !== name ? closure(manifest, index, new Set(entry)) : entry;
  }
  const styles = style ? [style.file] : (manifest['index.html'].css ?? []);
  for (const file of styles)
    parts[file.replace(/-[\w-]{8}\.css$/, '.css')] = { bound: 'style', size: Math.ceil(size(file)) };
  return parts;
}

/** A chunk and all that it imports. */
function closure(manifest, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const other of manifest[name].imports ?? []) closure(manifest, other, seen);
  return seen;
}

/** @returns a line for each part that is too large */
export const listTooLarge = (parts) =>
  Object.entries(parts)
    .filter(([, { bound, size }]) => size > MAX_KIB[bound])
    .map(([name, { bound, size }]) => `${name}: ${size} of ${MAX_KIB[bound]} KiB`);

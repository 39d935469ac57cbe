/**
 * Has an empty module stand for one that a package loads although nothing here uses it: V8 keeps the text and the code
 * of every file it has loaded. Call it before the package is loaded.
 * @param file its path, as `require.resolve` gives it
 * @param exports what its importers need in order to be loaded
 */
export function leaveOut(file: string, exports: object = {}): void {
  const empty: Pick<NodeJS.Module, 'id' | 'filename' | 'loaded' | 'exports'> = {
    id: file,
    filename: file,
    loaded: true,
    exports,
  };
  require.cache[file] ??= empty as NodeJS.Module;
}

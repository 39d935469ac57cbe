import { createRequire } from 'node:module';

const { layers, development } = createRequire(import.meta.url)('./layers.cjs');

/** Tests may import what is next to them, and other apps. */
const isTest = (path) => /\.spec\.ts$|^(apps|libs)\/[^/]+\/test\//.test(path);
const findRoom = (path) => /^(apps|libs)\/[^/]+(?=\/)/.exec(path)?.[0];
const getName = (room) => room.replace(/^libs\//, '');
const toId = (room) => room.replace(/\W/g, '_');

/**
 * Reads the imports of each app and lib from the others, except those of tests.
 * @returns a map from each to the set of its imports
 */
function readImports(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const room = findRoom(source);
    if (!room || isTest(source)) continue;
    if (!imports.has(room)) imports.set(room, new Set());
    for (const { resolved } of dependencies) {
      const other = findRoom(resolved);
      if (other && other !== room) imports.get(room).add(other);
    }
  }
  return imports;
}

/** Everything reachable from one, excluding itself. */
function reached(imports, room, found = new Set()) {
  for (const other of imports.get(room) ?? []) {
    if (found.has(other)) continue;
    found.add(other);
    reached(imports, other, found);
  }
  return found;
}

/** The imports that connect what would otherwise be unreachable; the others follow from them. */
const direct = (imports, room) =>
  [...imports.get(room)]
    .filter((other) =>
      [...imports.get(room)].every((step) => step === other || !reached(imports, step).has(other)),
    )
    .sort();

const box = (room) => `    ${toId(room)}["${getName(room)}"]`;
const group = (name, rooms) => [`  subgraph ${toId(name)}["${name}"]`, ...rooms.map(box), '  end'];

/**
 * docs/imports.md: a diagram of the layers with the direct imports.
 * @param modules of dependency-cruiser's result
 */
export function drawing(modules) {
  const imports = readImports(modules);
  const rooms = [...imports.keys()].sort();
  const apps = rooms.filter((room) => room.startsWith('apps/'));
  const libs = (names) => names.map((name) => `libs/${name}`);
  const groups = [
    ['Apps', apps],
    ...[...layers].reverse().map((layer) => [layer.name, libs(layer.libs)]),
    ['For development', libs(development)],
  ];
  const arrows = rooms.flatMap((room) =>
    direct(imports, room).map((other) => `  ${toId(room)} --> ${toId(other)}`),
  );
  return `<!-- written by \`npm run architecture\` -->
<!-- prettier-ignore-start -->

# Imports

Arrows are imports, tests aside. They lead down or stay in their layer, never up and never in a circle; \`npm test\` holds that. Imports that follow from other arrows are left out.

\`\`\`mermaid
flowchart TB
${groups.flatMap(([name, members]) => group(name, members)).join('\n')}
${arrows.join('\n')}
\`\`\`

<!-- prettier-ignore-end -->
`;
}

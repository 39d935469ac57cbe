import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '..', '..', '..');
export const documentFile = (name: string): string => join(root, 'docs', 'openapi', `${name}.json`);

/** The parts that read well in a document are of no use in types, and are most of them. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'example' && !(key === 'examples' && typeof inner === 'object'))
      .map(([key, inner]) => [key, withoutExamples(inner)]),
  );
}

/** The types of a document in docs/openapi, as openapi-typescript makes them. */
export async function createTypes(name: string): Promise<string> {
  // what the package says of itself to CommonJS is refused by TypeScript 7
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const document = withoutExamples(JSON.parse(readFileSync(documentFile(name), 'utf8')));
  const nodes = await openapiTS(document as Parameters<typeof openapiTS>[0], { alphabetize: true });
  return `// Made from docs/openapi/${name}.json by openapi-typescript: npm run openapi:write\n${astToString(nodes)}`;
}

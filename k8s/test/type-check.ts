import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './kustomize.js';

/** Packages with the field definitions of kinds that are not Kubernetes' own, by the end of their group. */
const besides = new Map([
  ['cert-manager.io', '@kubernetes-models/cert-manager'],
  ['monitoring.coreos.com', '@kubernetes-models/prometheus-operator'],
]);

/**
 * Checks the manifests against Kubernetes' own field definitions (npm packages kubernetes-models and those above).
 * Finds missing, mistyped and, because the compiler rejects excess properties, unknown fields.
 */
export function typeErrors(manifests: Manifest[]): string[] {
  const file = join(process.cwd(), 'manifests.check.ts');
  const source = manifests.map(declaration).join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.Node20,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts'], // without those of browsers, which are larger than all else
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (name, language) =>
      name === file
        ? ts.createSourceFile(name, source, language)
        : parsed(name, () => disk.getSourceFile(name, language)),
    fileExists: (name) => name === file || disk.fileExists(name),
    readFile: (name) => (name === file ? source : disk.readFile(name)),
  };
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const line = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    return `${manifests[line]?.kind} ${manifests[line]?.metadata.name}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
  });
}

/** Declarations that were read before; they are the same for all manifests. */
const declarations = new Map<string, ts.SourceFile | undefined>();

function parsed(name: string, parse: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  if (!declarations.has(name)) declarations.set(name, parse());
  return declarations.get(name);
}

/** One line for each manifest. */
function declaration(manifest: Manifest, index: number): string {
  const [group, version] = manifest.apiVersion.includes('/')
    ? manifest.apiVersion.split('/')
    : [undefined, manifest.apiVersion];
  const folder = group ? `${group}/${version}` : version;
  const models = [...besides].find(([suffix]) => group?.endsWith(suffix))?.[1] ?? 'kubernetes-models';
  return `export const m${index}: import('${models}/${folder}').I${manifest.kind} = ${JSON.stringify(manifest)};`;
}

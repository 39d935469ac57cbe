import type { ModuleMocker } from 'jest-mock';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isOurs, resolveOurs } from './our-typescript.mts';

const require = createRequire(import.meta.url);
/** What is used of jest's transformer. */
interface Transformer {
  transform(path: string, options: object): { code: string; sourceMapPath: string | null };
}

/** Where the source map is of every file that this process has compiled. */
const sourceMaps = new Map<string, string>();
let isHooked = false;

/** Has Node itself load our TypeScript, compiled by jest's transformer, which keeps what it made by its content. */
function hookTypeScript(root: string, transformer: Transformer): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve: resolveOurs(root),
    load(url, context, next) {
      if (!isOurs(url)) return next(url, context);
      const path = fileURLToPath(url);
      const { code, sourceMapPath } = transformer.transform(path, {
        collectCoverage: false,
        collectCoverageFrom: [],
        coverageProvider: 'v8',
        supportsDynamicImport: false,
        supportsExportNamespaceFrom: false,
        supportsStaticESM: false,
        supportsTopLevelAwait: false,
      });
      if (sourceMapPath) sourceMaps.set(path, sourceMapPath);
      return { format: 'commonjs', source: code, shortCircuit: true };
    },
  });
}

/** jest's runtime without its virtual machine: what jest-runner and jest-circus ask of it, done by Node. */
export default class NativeRuntime {
  readonly #mocker: ModuleMocker;
  readonly #testPath: string;

  constructor(
    config: { rootDir: string },
    environment: { moduleMocker: ModuleMocker },
    _resolver: unknown,
    transformer: Transformer,
    _sources: unknown,
    _coverage: unknown,
    testPath: string,
  ) {
    this.#mocker = environment.moduleMocker;
    this.#testPath = testPath;
    hookTypeScript(config.rootDir, transformer);
  }

  setGlobalsForRuntime(): void {
    const mocker = this.#mocker;
    Object.assign(globalThis, {
      jest: {
        fn: mocker.fn.bind(mocker),
        spyOn: mocker.spyOn.bind(mocker),
        restoreAllMocks: () => mocker.restoreAllMocks(),
        /** By an absolute path; no module is ever replaced here. */
        requireActual: (path: string): unknown => require(path),
      },
    });
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  /** Anew for each test file: jest-circus keeps its state in module variables. */
  requireInternalModule(path: string): unknown {
    delete require.cache[path];
    return require(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return false;
  }

  getSourceMaps(): Map<string, string> {
    return sourceMaps;
  }

  teardown(): void {
    delete require.cache[this.#testPath];
  }

  clearAllMocks(): void {
    this.#mocker.clearAllMocks();
  }

  resetAllMocks(): void {
    this.#mocker.resetAllMocks();
  }

  restoreAllMocks(): void {
    this.#mocker.restoreAllMocks();
  }

  enterTestCode(): void {}
  leaveTestCode(): void {}
  getAllCoverageInfoCopy(): undefined {}
}

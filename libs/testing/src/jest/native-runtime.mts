import type { ModuleMocker } from 'jest-mock';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isOurs, resolveOurs } from './our-typescript.mts';

const require = createRequire(import.meta.url);
/** The parts of jest's transformer used here. */
interface Transformer {
  transform(path: string, options: object): { code: string; sourceMapPath: string | null };
}

/** Paths of the source maps of all files that this process has compiled. */
const sourceMaps = new Map<string, string>();
let isHooked = false;

/** Makes Node load our TypeScript, compiled by jest's transformer, which caches by content. */
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

/** jest's runtime without its virtual machine: implements with Node what jest-runner and jest-circus need. */
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
        /** By absolute path; no module is ever mocked here. */
        requireActual: (path: string): unknown => require(path),
      },
    });
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  /** Reloaded for each test file: jest-circus keeps its state in module variables. */
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
  // oxlint-disable-next-line names/functions -- jest calls it by this name
  getAllCoverageInfoCopy(): undefined {}
}

/** @type {import('jest').Config} */
module.exports = {
  // Node itself, without a virtual machine for each file: ADR 22
  testEnvironment: '<rootDir>/libs/testing/src/jest/native-environment.mts',
  runtime: '<rootDir>/libs/testing/src/jest/native-runtime.mts',
  testSequencer: '<rootDir>/libs/testing/src/jest/longest-first.mts',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/k8s', '<rootDir>/docs', '<rootDir>/clients'],
  testRegex: '\\.spec\\.ts$',
  moduleFileExtensions: ['ts', 'js', 'json'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // for `--changedSince` alone, which follows imports: those of tests are found by Node (our-typescript.mts)
  moduleNameMapper: {
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
  // ends what hangs: no test is slower than that on any machine, and none has a limit of its own
  testTimeout: 300_000,
  workerIdleMemoryLimit: '1500MB',
};

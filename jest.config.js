/** @type {import('jest').Config} */
module.exports = {
  // plain Node, without a virtual machine for each file: ADR 22
  testEnvironment: '<rootDir>/libs/testing/src/jest/native-environment.mts',
  runtime: '<rootDir>/libs/testing/src/jest/native-runtime.mts',
  testSequencer: '<rootDir>/libs/testing/src/jest/longest-first.mts',
  roots: [
    '<rootDir>/apps',
    '<rootDir>/libs',
    '<rootDir>/k8s',
    '<rootDir>/docs',
    '<rootDir>/clients',
    '<rootDir>/observability',
  ],
  testRegex: '\\.spec\\.ts$',
  moduleFileExtensions: ['ts', 'js', 'json'],
  transform: {
    '^.+\\.ts$': '@swc/jest', // with .swcrc, as the build
  },
  // only for `--changedSince`, which follows imports: Node itself resolves those of tests
  // (our-typescript.mts)
  moduleNameMapper: {
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
  // only catches hangs: no test is slower than that on any machine, and none has its own limit
  testTimeout: 300_000,
  workerIdleMemoryLimit: '1500MB',
  // giving back a large heap takes a busy machine longer than the half second after which jest speaks of leaks
  workerGracefulExitTimeout: 10_000,
};

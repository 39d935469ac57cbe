/** The functions with which benchmarks start and fill a stack. */
export { runProgram } from './run-program.js';
export { listAddresses, apps } from './start/apps.js';
export type { StartConfig } from './start/config.js';
export { loadDemo } from './start/load-demo.js';
export { stackSecrets } from './start/secrets.js';
export { startServices, withRole } from './start/services.js';
export { Supervisor, type Program } from './start/supervisor.js';

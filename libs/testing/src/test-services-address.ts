/**
 * The addresses of the servers of this test run, passed from jest's global set-up to its workers in the environment.
 */
export interface TestServices {
  /** URL of the superuser, database `postgres`. */
  postgres: string;
  redis: string;
  /** Host and port of the PgBouncer through which the apps' roles connect; without `TEST_POOLER` they connect directly. */
  pooler?: string | undefined;
  /** Database to clone: migrated, with only the migrations' rows. */
  template: string;
  passwords: { auth: string; api: string; worker: string; console: string };
  /** Folder for the code that V8 has compiled in processes that tests start. */
  compileCache: string;
}

const VARIABLE = 'LEARNING_PLATFORM_TEST_SERVICES';

export function announceTestServices(services: TestServices): void {
  process.env[VARIABLE] = JSON.stringify(services);
}

/** @throws Error outside jest */
export function testServices(): TestServices {
  const text = process.env[VARIABLE];
  if (!text) throw new Error('No test servers: run this through jest, whose global set-up starts them.');
  return JSON.parse(text) as TestServices;
}

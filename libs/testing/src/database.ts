import { RoleNames, settingsBehindPooler } from '@app/database';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testServices } from './test-services-address.js';

export interface TestDatabase {
  name: string;
  /** One URL for each database role: the owner of everything, and the role of each app. */
  urls: { owner: string; auth: string; api: string; worker: string; console: string };
  /** Drops it; an open connection keeps it until the run ends. */
  drop(): Promise<void>;
}

/** A separate database for one test file, cloned from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template, passwords, pooler } = testServices();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(`create database ${name} template ${template} strategy file_copy`);
  if (pooler !== undefined)
    for (const statement of settingsBehindPooler(new RoleNames(), name)) await asAdministrator(statement);
  return {
    name,
    urls: {
      owner: formatAddress(name),
      auth: formatAddress(name, 'lp_auth', passwords.auth),
      api: formatAddress(name, 'lp_api', passwords.api),
      worker: formatAddress(name, 'lp_worker', passwords.worker),
      console: formatAddress(name, 'lp_console', passwords.console),
    },
    drop: () => dropDatabase(name),
  };
}

/** An empty database without any migration, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<Pick<TestDatabase, 'name' | 'drop'> & { url: string }> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await asAdministrator(`create database ${name}`);
  return {
    name,
    url: formatAddress(name),
    drop: () => dropDatabase(name),
  };
}

function formatAddress(database: string, user?: string, password?: string): string {
  const url = new URL(testServices().postgres);
  const { pooler } = testServices();
  if (user && pooler !== undefined) url.host = pooler;
  url.pathname = database;
  if (user) url.username = user;
  if (password) url.password = password;
  return url.href;
}

/** The same URL without the pooler of all tests, for tests that need their own session. */
export const directly = (url: string): string =>
  Object.assign(new URL(url), { host: new URL(testServices().postgres).host }).href;

/** Without `force`: a closing pool would report the killed connection as an error of its test. */
async function dropDatabase(name: string): Promise<void> {
  try {
    await asAdministrator(`drop database if exists ${name}`);
  } catch (error) {
    const isInUse = (error as { code?: string }).code === '55006';
    if (!isInUse) throw error;
  }
}

async function asAdministrator(statement: string): Promise<void> {
  const client = new Client({ connectionString: testServices().postgres });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

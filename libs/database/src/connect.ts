import { DataSource } from 'typeorm';
import { readNumbersAsNumbers } from './database.module.js';
import { Database } from './database.js';

/** The way to a database for programs without a Nest application; end it by `database.dataSource.destroy()`. */
export async function connectDatabase(
  url: string,
  options: { applicationName: string; poolSize: number },
): Promise<Database> {
  readNumbersAsNumbers();
  const dataSource = new DataSource({ type: 'postgres', url, ...options, synchronize: false, logging: false });
  await dataSource.initialize();
  return new Database(dataSource);
}

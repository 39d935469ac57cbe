import { Database, readNumbersAsNumbers } from '@app/database';
import { DataSource } from 'typeorm';

/** The way to a database without a Nest application; close it by `database.dataSource.destroy()`. */
export async function openDatabase(url: string, poolSize = 10): Promise<Database> {
  readNumbersAsNumbers();
  const dataSource = new DataSource({ type: 'postgres', url, poolSize, synchronize: false, logging: false });
  await dataSource.initialize();
  return new Database(dataSource);
}

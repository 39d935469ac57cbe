import { patchedObjectColumns } from '@app/catalogue';
import { sql, type Transaction } from '@app/database';
import type { UpdateLearningObject } from './learning-objects.schema.js';

export async function updateLearningObject(
  tx: Transaction,
  portalId: number,
  id: number,
  change: UpdateLearningObject,
  now: Date,
): Promise<void> {
  const set = patchedObjectColumns
    .filter((column) => change[column] !== undefined)
    .map((column) => sql`${sql.raw(column)} = ${change[column]}`);
  await tx.run(sql`
    update learning.learning_objects set ${sql.join([...set, sql`updated_time = ${now}`])}
     where portal_id = ${portalId} and id = ${id}`);
}

import { BadRequest } from '@app/kernel';

/** The most ids named in one refusal. */
const MAX_NAMED = 50;

/** The refusal of a list of learning objects of which the portal may not see some. */
export function unknownObjects(field: string, ids: readonly number[]): BadRequest {
  const rest = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  const named = ids.slice(0, MAX_NAMED).join(', ');
  return BadRequest.field(field, `no such learning object: ${named}${rest}`, 'unknown_learning_object');
}

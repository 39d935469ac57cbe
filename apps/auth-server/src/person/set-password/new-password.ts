import { passwordFault } from '@app/credentials';
import type { TextKey } from '@app/texts';
import type { Parameters } from '../../edge/request/index.js';

/**
 * The fault of a new password, typed twice in a form; undefined when it is acceptable.
 * @param email of the password's owner
 */
export async function newPasswordError(form: Parameters, email: string): Promise<TextKey | undefined> {
  const password = form.get('password') ?? '';
  const fault = await passwordFault(password, email);
  if (fault) return `setPassword.${fault}`;
  return password === (form.get('repeated') ?? '') ? undefined : 'setPassword.differs';
}

import { passwordFault } from '@app/passwords';
import type { TextKey } from '@app/texts';
import type { Parameters } from '../request/index.js';

/** What is wrong with the new password of a form, typed twice; undefined: nothing. @param email of whose it is to be. */
export async function newPasswordError(form: Parameters, email: string): Promise<TextKey | undefined> {
  const password = form.get('password') ?? '';
  const fault = await passwordFault(password, email);
  if (fault) return `setPassword.${fault}`;
  return password === (form.get('repeated') ?? '') ? undefined : 'setPassword.differs';
}

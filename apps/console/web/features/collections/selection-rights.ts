import { useHasScope, useSignedIn } from '../../app/session-context.js';
import type { ContentSelectionKind } from './content-selection.js';

/** Whether to offer changes; the API decides. */
export function useCanWrite(kind: ContentSelectionKind): boolean {
  const hasScope = useHasScope(kind === 'groups' ? 'group.write' : 'lo.write');
  const { roles } = useSignedIn();
  return hasScope && (roles.includes('Administrator') || roles.includes('Content administrator'));
}

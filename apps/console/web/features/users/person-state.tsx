import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import type { Translate } from '../../texts/translate.js';
import { Badge } from '../../ui/badge.js';
import { roleWordNames, roleWords } from './users-search.js';
import type { ConsolePerson, PersonRole } from './person-types.js';

const tones = { invited: 'busy', active: 'good', blocked: 'bad' } as const;

/** Invited, active, blocked or closed. */
export function PersonState({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  const { closed_time: closed, state } = person;
  if (closed) return <Badge tone="off">{t('people.status.closed')}</Badge>;
  return <Badge tone={tones[state]}>{t(`people.status.${state}`)}</Badge>;
}

/** Translated roles. */
export const nameRoles = (roles: readonly PersonRole[], t: Translate): string =>
  roleWordNames
    .filter((word) => roles.includes(roleWords[word]))
    .map((word) => t(`people.role.${word}`))
    .join(', ');

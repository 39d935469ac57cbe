import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import type { Translate } from '../../texts/translate.js';
import { Badge } from '../../ui/badge.js';
import { roleWordNames, roleWords } from './users-search.js';
import type { ConsolePerson, PersonRole } from './person-types.js';

/** Active, blocked or closed. */
export function PersonState({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  if (person.closed_time) return <Badge tone="off">{t('people.status.closed')}</Badge>;
  if (!person.status) return <Badge tone="bad">{t('people.status.blocked')}</Badge>;
  return <Badge tone="good">{t('people.status.active')}</Badge>;
}

/** Translated roles. */
export const nameRoles = (roles: readonly PersonRole[], t: Translate): string =>
  roleWordNames
    .filter((word) => roles.includes(roleWords[word]))
    .map((word) => t(`people.role.${word}`))
    .join(', ');

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { EndingSection } from '../../ui/ending-section.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { readDecisionValues } from './person-values.js';
import type { ConsolePerson } from './person-types.js';
import { useClosePerson, useReadPerson, useSendPerson } from './users.queries.js';

interface SectionProps {
  person: ConsolePerson;
}

/** Blocking ends every session immediately, so the user is asked first. */
export function BlockPersonSection({ person }: SectionProps): ReactNode {
  const { t } = useTexts();
  const { change } = useSafeChange({
    shown: person,
    toValues: readDecisionValues,
    read: useReadPerson(person.id),
    send: useSendPerson(person.id),
  });
  const { full_name: name, email, status } = person;
  const question = { text: t('people.blockEnds', { name, email }), button: t('ui.block') };
  return (
    <EndingSection
      title={t(status ? 'ui.block' : 'people.unblock')}
      text={t(status ? 'people.blockText' : 'people.unblockText')}
      label={t(status ? 'people.blockButton' : 'people.unblock')}
      question={status ? question : undefined}
      change={change}
      body={{ status: !status }}
      done={t(status ? 'people.blocked' : 'people.unblocked', { name })}
    />
  );
}

/** Closing cannot be undone, so the user types the address to confirm it. */
export function CloseSection({ person }: SectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { change } = useSafeChange({
    shown: person,
    toValues: readDecisionValues,
    read: useReadPerson(person.id),
    send: useClosePerson(person.id),
  });
  const name = person.full_name;
  return (
    <EndingSection
      title={t('people.close')}
      text={t('people.closeText')}
      label={t('people.closeButton')}
      look="danger"
      question={{
        text: t('people.closeEnds', { name }),
        button: t('people.close'),
        repeat: { label: t('remove.repeat'), text: person.email, isAddress: true },
      }}
      change={change}
      body={undefined}
      done={t('people.closedNow', { name })}
      onDone={() => void navigate({ to: '/people' })}
    />
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import { readStandingValues } from './person-values.js';
import { readPersonNow, useClosePerson, useSendPerson, type ConsolePerson } from './users.queries.js';

interface SectionProps {
  person: ConsolePerson;
}

async function readStandingNow(id: number) {
  const { person, etag } = await readPersonNow(id);
  return { values: readStandingValues(person), etag };
}

/** Blocking ends every session at once, so it is asked first. */
export function BlockPersonSection({ person }: SectionProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { change } = useSafeChange({
    base: readStandingValues(person),
    read: () => readStandingNow(person.id),
    send: useSendPerson(person.id),
  });
  const name = person.full_name;
  const set = (status: boolean) =>
    change.mutate(
      { status },
      {
        onSuccess: () => {
          setOpen(false);
          announce(t(status ? 'people.unblocked' : 'people.blocked', { name }));
        },
      },
    );
  return (
    <section className="ending" aria-labelledby="block">
      <h2 id="block">{t(person.status ? 'people.block' : 'people.unblock')}</h2>
      <p className="state-text">{t(person.status ? 'people.blockText' : 'people.unblockText')}</p>
      {person.status ? (
        <Button onPress={() => setOpen(true)}>{t('people.blockButton')}</Button>
      ) : (
        <Button isPending={change.isPending} onPress={() => set(true)}>
          {t('people.unblockButton')}
        </Button>
      )}
      {!isOpen && <FormError error={change.error} />}
      <Dialog title={t('people.block')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{t('people.blockEnds', { name, email: person.email })}</p>
        <FormError error={change.error} />
        <div className="actions">
          <Button look="danger" isPending={change.isPending} onPress={() => set(false)}>
            {t('people.blockConfirm')}
          </Button>
          <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
        </div>
      </Dialog>
    </section>
  );
}

/** Closing cannot be undone: the address is written to confirm it. */
export function CloseSection({ person }: SectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { change } = useSafeChange({
    base: readStandingValues(person),
    read: () => readStandingNow(person.id),
    send: useClosePerson(person.id),
  });
  const name = person.full_name;
  function submit(): void {
    change.mutate(undefined, {
      onSuccess: () => {
        announce(t('people.closedNow', { name }));
        void navigate({ to: '/people' });
      },
    });
  }
  return (
    <section className="ending" aria-labelledby="close">
      <h2 id="close">{t('people.close')}</h2>
      <p className="state-text">{t('people.closeText')}</p>
      <Button look="danger" onPress={() => setOpen(true)}>
        {t('people.closeButton')}
      </Button>
      <Dialog title={t('people.close')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p>{t('people.closeEnds', { name })}</p>
          <p>
            <code>{person.email}</code>
          </p>
          <TextField label={t('people.closeRepeat')} value={text} onChange={setText} isCode />
          <FormError error={change.error} />
          <div className="actions">
            <Button
              type="submit"
              look="danger"
              isPending={change.isPending}
              isDisabled={text.trim().toLowerCase() !== person.email.toLowerCase()}
            >
              {t('people.closeConfirm')}
            </Button>
            <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
          </div>
        </form>
      </Dialog>
    </section>
  );
}

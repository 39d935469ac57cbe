import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { usePerson } from '../../app/people.queries.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { FormError } from '../../ui/states.js';
import type { ConsolePerson } from './person-types.js';
import { useMailPerson, useSendPerson, type PersonMail } from './users.queries.js';

interface PersonProps {
  person: ConsolePerson;
}

/** Buttons that mail a person: an invitation until they have accepted the account, then a link for a new password. */
export function PersonMails({ person }: PersonProps): ReactNode {
  const { t } = useTexts();
  if (person.state === 'active') return <MailButton person={person} mail="password-mail" />;
  if (person.state !== 'invited') return null;
  return (
    <>
      <DialogButton label={t('people.correct')} title={t('people.correctTitle')}>
        {(close) => <AddressForm person={person} onClose={close} />}
      </DialogButton>
      <MailButton person={person} mail="invitation" />
    </>
  );
}

function MailButton({ person, mail }: PersonProps & { mail: PersonMail }): ReactNode {
  const { t } = useTexts();
  return (
    <DialogButton label={t(`people.${mail}.open`)} title={t(`people.${mail}.title`)}>
      {(close) => <MailForm person={person} mail={mail} onClose={close} />}
    </DialogButton>
  );
}

interface FormProps extends PersonProps {
  onClose: () => void;
}

function MailForm({ person, mail, onClose }: FormProps & { mail: PersonMail }): ReactNode {
  const { t } = useTexts();
  const { email } = person;
  const change = useMailPerson(person.id, mail);
  const submit = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        onClose();
        announce(t(`people.${mail}.done`, { email }));
      },
    });
  return (
    <ConsoleForm button={t('people.send')} onSubmit={submit} change={change} onCancel={onClose}>
      <p>{t(`people.${mail}.text`, { email })}</p>
    </ConsoleForm>
  );
}

function AddressForm({ person, onClose }: FormProps): ReactNode {
  const { t } = useTexts();
  const [email, setEmail] = useState(person.email);
  const send = useSendPerson(person.id);
  const change = useMutation({ mutationFn: (address: string) => send({ email: address }, undefined) });
  const submit = () =>
    change.mutate(email.trim(), {
      onSuccess: ({ state, email: corrected }) => {
        onClose();
        // the API ignores the address of a person who has accepted meanwhile
        const isAccepted = state === 'active';
        announce(isAccepted ? t('error.invitation_accepted') : t('people.corrected', { email: corrected }));
      },
    });
  return (
    <ConsoleForm
      button={t('people.correctTitle')}
      onSubmit={submit}
      change={change}
      isDisabled={email.trim() === '' || email.trim() === person.email}
      error={<ExistingPersonError error={change.error} />}
      onCancel={onClose}
    >
      <p>{t('people.correctText')}</p>
      <TextField
        label={t('people.email')}
        type="email"
        value={email}
        onChange={setEmail}
        fault={fieldSentence(change.error, 'email', t)}
        isRequired
      />
    </ConsoleForm>
  );
}

/** The error of a form with an address; if a person of the portal has it, with a link to them. */
export function ExistingPersonError({ error }: { error: Error | null }): ReactNode {
  const id = error instanceof ApiError ? error.refusal.user_id : undefined;
  const { data: person } = usePerson(id);
  return (
    <>
      <FormError error={error} />
      {person && (
        <p>
          <Link to="/people/$id" params={{ id: person.id }}>
            {person.full_name}
          </Link>
        </p>
      )}
    </>
  );
}

import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { Checkbox, TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { PageHead } from '../../ui/page.js';
import type { SearchHit } from '../../ui/search-combo.js';
import { CustomFieldInputs, ManagersField, RolesField } from './person-fields.js';
import { ExistingPersonError } from './person-mails.js';
import { customKey, toCustomFields, type ProfileValues } from './person-values.js';
import type { PersonRole } from './person-types.js';
import { useCreatePerson, useCustomFields } from './users.queries.js';

/** The form's idempotency key: a form invites at most once. */
const createKey = (): string => crypto.randomUUID();

/** Invites a person. The page does not reveal whether the person already has an account in another portal. */
export function NewPersonPage(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [key] = useState(createKey);
  const [email, setEmail] = useState('');
  const [values, setValues] = useState<ProfileValues>({ first_name: '', last_name: '' });
  const [roles, setRoles] = useState<PersonRole[]>(['Learner']);
  const [managers, setManagers] = useState<SearchHit[]>([]);
  const [isMailed, setMailed] = useState(true);
  const { data: fields = [] } = useCustomFields();
  const create = useCreatePerson(key);
  const fault = (name: string) => fieldSentence(create.error, name, t);
  const first = values['first_name'] ?? '';
  const last = values['last_name'] ?? '';

  function submit(): void {
    const filled = fields.filter(({ name }) => values[customKey(name)]);
    const custom = toCustomFields(
      values,
      fields,
      filled.map(({ name }) => customKey(name)),
    );
    const body = {
      email: email.trim(),
      first_name: first.trim(),
      last_name: last.trim(),
      roles,
      send_login_email: isMailed,
      ...(managers.length > 0 && { managers: managers.map(({ id }) => id) }),
      ...(custom && { custom_fields: custom }),
    };
    create.mutate(body, {
      onSuccess: ({ id, full_name: name }) => {
        announce(t('people.invited', { name }));
        void navigate({ to: '/people/$id', params: { id } });
      },
    });
  }
  return (
    <>
      <PageHead title={t('people.inviteTitle')} above={<Link to="/people">{t('people.title')}</Link>} />
      <ConsoleForm
        button={t('people.invite')}
        onSubmit={submit}
        change={create}
        error={<ExistingPersonError error={create.error} />}
        missing={[
          email === '' && t('people.email'),
          first === '' && t('people.field.first_name'),
          last === '' && t('people.field.last_name'),
          roles.length === 0 && t('people.roles'),
        ]}
      >
        <TextField
          label={t('people.email')}
          type="email"
          value={email}
          onChange={setEmail}
          fault={fault('email')}
          isRequired
        />
        <div className="field-row">
          <TextField
            label={t('people.field.first_name')}
            value={first}
            onChange={(text) => setValues({ ...values, first_name: text })}
            fault={fault('first_name')}
            isRequired
          />
          <TextField
            label={t('people.field.last_name')}
            value={last}
            onChange={(text) => setValues({ ...values, last_name: text })}
            fault={fault('last_name')}
            isRequired
          />
        </div>
        <RolesField value={roles} onChange={setRoles} />
        <ManagersField value={managers} onChange={setManagers} fault={fault('managers')} />
        <CustomFieldInputs fields={fields} values={values} onChange={setValues} error={create.error} />
        <Checkbox isSelected={isMailed} onChange={setMailed}>
          {t('people.mail')}
        </Checkbox>
      </ConsoleForm>
    </>
  );
}

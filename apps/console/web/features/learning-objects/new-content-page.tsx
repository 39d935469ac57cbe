import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { SelectField, TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { PageHead } from '../../ui/page.js';
import { DescriptionField } from './description-field.js';
import { newContentTypes, type NewContent } from './new-content.js';
import { useCreateContent } from './learning-objects.queries.js';

/** Creates a link or a workshop; other content is imported. */
export function NewContentPage(): ReactNode {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const [values, setValues] = useState<NewContent>(() => ({
    type: 'link',
    title: '',
    url: '',
    provider: '',
    description: '',
    language,
  }));
  const create = useCreateContent(key);
  const isLink = values.type === 'link';
  const isEmpty = (name: keyof NewContent) => values[name].trim() === '';
  const fault = (name: string) => fieldSentence(create.error, name, t);
  const field = (name: 'title' | 'url' | 'provider' | 'language') => ({
    value: values[name],
    onChange: (text: string) => setValues({ ...values, [name]: text }),
    fault: fault(name),
    isRequired: true,
  });

  function submit(): void {
    create.mutate(values, {
      onSuccess: ({ id }) => {
        announce(t('content.created'));
        void navigate({ to: '/content/$id', params: { id } });
      },
    });
  }
  return (
    <>
      <PageHead title={t('content.new')} above={<Link to="/content">{t('content.title')}</Link>}>
        <p className="state-text">{t('content.newText')}</p>
      </PageHead>
      <ConsoleForm
        button={t('content.create')}
        onSubmit={submit}
        change={create}
        missing={[
          isEmpty('title') && t('content.name'),
          isLink && isEmpty('url') && t('ui.address'),
          !isLink && isEmpty('provider') && t('content.provider'),
          isEmpty('language') && t('ui.language'),
        ]}
      >
        <SelectField
          label={t('content.type')}
          choices={newContentTypes.map((id) => ({ id, name: t(`content.type.${id}`) }))}
          value={values.type}
          onChange={(id) => setValues({ ...values, type: id === 'manual' ? 'manual' : 'link' })}
        />
        <TextField label={t('content.name')} {...field('title')} />
        {isLink ? (
          <>
            <TextField label={t('ui.address')} type="url" placeholder="https://" isCode {...field('url')} />
            <DescriptionField
              value={values.description}
              onChange={(description) => setValues({ ...values, description })}
            />
          </>
        ) : (
          <TextField
            label={t('content.provider')}
            description={t('content.providerHint')}
            {...field('provider')}
          />
        )}
        <TextField
          label={t('ui.language')}
          description={t('content.languageHint')}
          isCode
          {...field('language')}
        />
      </ConsoleForm>
    </>
  );
}

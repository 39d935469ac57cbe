import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { SelectField, TextField } from '../../ui/fields.js';
import { PageHead } from '../../ui/page.js';
import { FormError } from '../../ui/states.js';
import { DescriptionField } from './description-field.js';
import { newContentTypes, type NewContent } from './new-content.js';
import { useCreateContent } from './learning-objects.queries.js';

/** A link or a workshop: what a portal makes by itself. Other content comes from an import. */
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
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SelectField
          label={t('content.type')}
          choices={newContentTypes.map((id) => ({ id, name: t(`content.type.${id}`) }))}
          value={values.type}
          onChange={(id) => setValues({ ...values, type: id === 'manual' ? 'manual' : 'link' })}
        />
        <TextField label={t('content.name')} {...field('title')} />
        {values.type === 'link' ? (
          <>
            <TextField
              label={t('content.address')}
              type="url"
              placeholder="https://"
              isCode
              {...field('url')}
            />
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
          label={t('content.language')}
          description={t('content.languageHint')}
          isCode
          {...field('language')}
        />
        <FormError error={create.error} />
        <div className="actions">
          <Button type="submit" look="primary" isPending={create.isPending}>
            {t('content.create')}
          </Button>
        </div>
      </form>
    </>
  );
}

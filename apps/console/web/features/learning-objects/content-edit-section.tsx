import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { TextField } from '../../ui/fields.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
import { ContentError } from './content-error.js';
import { readContentValues } from './content-form-values.js';
import { DescriptionField } from './description-field.js';
import { useContentChange, type ConsoleLearningObject } from './learning-objects.queries.js';

/** Title, address and description of an own link or workshop. */
export function ContentEditSection({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const { read, update } = useContentChange(object.id);
  const form = useSafeForm({ shown: object, toValues: readContentValues, read, send: update });
  const { values, setValues, change, fault } = form;
  const names = {
    title: t('content.name'),
    url: t('ui.address'),
    description: t('content.description'),
    published: t('content.published'),
  };
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{t('content.edit')}</h2>
      <SafeForm
        form={form}
        nameField={(name) => names[name]}
        show={(shown, name) =>
          name === 'published' ? t(shown.published ? 'changed.yes' : 'changed.no') : (shown[name] ?? '')
        }
        onSave={() => form.save(form.edits)}
        error={<ContentError error={change.error} />}
      >
        <TextField
          label={t('content.name')}
          value={values.title}
          onChange={(title) => setValues({ ...values, title })}
          fault={fault('title')}
          isRequired
        />
        {values.url !== undefined && (
          <TextField
            label={t('ui.address')}
            type="url"
            value={values.url}
            onChange={(url) => setValues({ ...values, url })}
            fault={fault('url')}
            isRequired
            isCode
          />
        )}
        <DescriptionField
          value={values.description}
          onChange={(description) => setValues({ ...values, description })}
        />
      </SafeForm>
    </section>
  );
}

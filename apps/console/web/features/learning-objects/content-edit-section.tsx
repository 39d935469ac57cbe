import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { TextField } from '../../ui/fields.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
import { ContentError } from './content-error.js';
import { readContentValues } from './content-form-values.js';
import { DescriptionField } from './description-field.js';
import { useContentChange, type ConsoleLearningObject } from './learning-objects.queries.js';

/** The editable part of an own object. Descriptions of imported ones are markup, and not edited here. */
export function ContentEditSection({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const { read, update } = useContentChange(object.id);
  const form = useSafeForm({ shown: object, toValues: readContentValues, read, send: update });
  const { values, setValues, change, fault } = form;
  const names = {
    title: t('content.name'),
    url: t('ui.address'),
    description: t('content.description'),
    image: t('content.image'),
    duration: t('content.durationMinutes'),
    topics: t('content.topicLines'),
    tags: t('content.tagLines'),
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
        missing={[values.title.trim() === '' && names.title]}
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
        {(object.type === 'link' || object.type === 'manual') && (
          <DescriptionField
            value={values.description}
            onChange={(description) => setValues({ ...values, description })}
          />
        )}
        <TextField
          label={names.image}
          description={t('content.imageHint')}
          type="url"
          value={values.image}
          onChange={(image) => setValues({ ...values, image })}
          fault={fault('image')}
          isCode
        />
        <TextField
          label={names.duration}
          type="number"
          value={values.duration}
          onChange={(duration) => setValues({ ...values, duration })}
          fault={fault('duration')}
        />
        <div className="field-row">
          {(['topics', 'tags'] as const).map((name) => (
            <TextField
              key={name}
              label={names[name]}
              rows={3}
              value={values[name]}
              onChange={(text) => setValues({ ...values, [name]: text })}
              fault={fieldSentence(change.error, (path) => path.startsWith(name), t)}
            />
          ))}
        </div>
      </SafeForm>
    </section>
  );
}

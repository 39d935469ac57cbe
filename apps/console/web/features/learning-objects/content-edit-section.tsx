import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/fields.js';
import { ContentError } from './content-error.js';
import { ContentConflict } from './content-conflict.js';
import { listChangedContent, readContentValues } from './content-form-values.js';
import { DescriptionField } from './description-field.js';
import { useUpdateContent, type ConsoleLearningObject } from './learning-objects.queries.js';

/** Title, address and description of an own link or workshop. */
export function ContentEditSection({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const [base, setBase] = useState(() => readContentValues(object));
  const [values, setValues] = useState(base);
  const change = useUpdateContent(object.id, base);
  const changed = listChangedContent(base, values).filter((name) => name !== 'published');
  const mine = Object.fromEntries(changed.map((name) => [name, values[name]]));
  const hasConflict = change.error instanceof ApiError && change.error.status === 412;

  function save(): void {
    change.mutate(mine, {
      onSuccess: (saved) => {
        setBase(readContentValues(saved));
        setValues(readContentValues(saved));
        announce(t('content.saved'));
      },
    });
  }
  const fault = (name: string) =>
    change.error instanceof ApiError ? change.error.fieldFault(name)?.message : undefined;
  const theirs = readContentValues(object);
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{t('content.edit')}</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
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
            label={t('content.address')}
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
        {hasConflict ? (
          <ContentConflict
            mine={{ ...theirs, ...mine }}
            theirs={theirs}
            onKeepMine={() => {
              setBase(theirs);
              setValues({ ...theirs, ...mine });
              change.reset();
            }}
            onTakeTheirs={() => {
              setBase(theirs);
              setValues(theirs);
              change.reset();
            }}
          />
        ) : (
          <ContentError error={change.error} />
        )}
        <div className="actions">
          <Button type="submit" look="primary" isPending={change.isPending} isDisabled={changed.length === 0}>
            {t('content.save')}
          </Button>
          {changed.length > 0 && <Button onPress={() => setValues(base)}>{t('content.undo')}</Button>}
        </div>
      </form>
    </section>
  );
}

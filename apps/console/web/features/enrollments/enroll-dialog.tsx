import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useFoundPeople } from '../../app/people.queries.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { endDay } from '../../ui/day.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { TextField } from '../../ui/fields.js';
import { SearchCombo, type SearchHit } from '../../ui/search-combo.js';
import { FormError } from '../../ui/states.js';
import { useEnroll, useFoundContent, type ContentType } from './enrollments.queries.js';

interface EnrollProps {
  /** The person, if the page has chosen one. */
  person?: SearchHit;
  look?: 'plain' | 'primary';
}

/** Opens a dialog that enrolls a person in a content, or grants an award. */
export function EnrollButton({ person, look = 'primary' }: EnrollProps): ReactNode {
  const { t } = useTexts();
  return (
    <DialogButton
      label={t('enrollments.enroll')}
      look={look}
      title={person ? t('enrollments.enrollPerson', { name: person.name }) : t('enrollments.enrollTitle')}
    >
      {(close) => <EnrollForm {...(person && { fixed: person })} onClose={close} />}
    </DialogButton>
  );
}

interface FoundContent extends SearchHit {
  type: ContentType;
}

function EnrollForm({ fixed, onClose }: { fixed?: SearchHit; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [key] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<SearchHit>();
  const [content, setContent] = useState<FoundContent>();
  const [due, setDue] = useState('');
  const [personText, setPersonText] = useState<string>();
  const [contentText, setContentText] = useState<string>();
  const people = useFoundPeople(fixed ? undefined : personText);
  const contents = useFoundContent(contentText);
  const enroll = useEnroll(key);
  const person = fixed ?? chosen;
  const results = contents.data?.map((one) => ({ ...one, detail: t(`content.type.${one.type}`) }));
  const isAward = content?.type === 'award';
  const isThere = enroll.error instanceof ApiError && enroll.error.code === 'enrollment_exists';

  function submit(isAgain: boolean): void {
    if (!person || !content) return;
    enroll.mutate(
      { userId: person.id, loId: content.id, isAward, dueDate: endDay(due), isAgain },
      {
        onSuccess: () => {
          onClose();
          announce(t('enrollments.enrolled', { name: person.name, title: content.name }));
        },
      },
    );
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      {!fixed && (
        <SearchCombo
          label={t('ui.person')}
          value={chosen}
          onChange={setChosen}
          results={people.data}
          onSearch={setPersonText}
          placeholder={t('people.searchHint')}
        />
      )}
      <SearchCombo
        label={t('enrollments.content')}
        value={content}
        onChange={(one) => setContent(one as FoundContent | undefined)}
        results={results}
        onSearch={setContentText}
        placeholder={t('enrollments.contentHint')}
      />
      <TextField type="date" label={t('enrollments.dueOptional')} value={due} onChange={setDue} />
      {isAward && <p className="hint">{t('enrollments.awardHint')}</p>}
      <FormError error={enroll.error} />
      <div className="actions">
        {isThere && !isAward ? (
          <Button look="danger" isPending={enroll.isPending} onPress={() => submit(true)}>
            {t('enrollments.again')}
          </Button>
        ) : (
          <Button type="submit" look="primary" isPending={enroll.isPending} isDisabled={!person || !content}>
            {t(isAward ? 'enrollments.award' : 'enrollments.enroll')}
          </Button>
        )}
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
      </div>
      {(!person || !content) && (
        <p className="hint">
          {t('ui.missing', {
            fields: [!person && t('ui.person'), !content && t('enrollments.content')]
              .filter(Boolean)
              .join(', '),
          })}
        </p>
      )}
      {isThere && !isAward && <p className="hint">{t('enrollments.againHint')}</p>}
    </form>
  );
}

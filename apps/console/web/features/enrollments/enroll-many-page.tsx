import { Link, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useBatch } from '../../api/batch.js';
import { useTexts } from '../../texts/texts.js';
import { BatchBar } from '../../ui/batch-bar.js';
import { endDay } from '../../ui/day.js';
import { errorSentence } from '../../ui/error-sentence.js';
import { TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { PageHead } from '../../ui/page.js';
import { SearchCombo, type SearchHit } from '../../ui/search-combo.js';
import { RowsTable } from '../../ui/table.js';
import { readAddresses } from './address-list.js';
import { UnknownAddress, useEnrollAddress, useFoundContent } from './enrollments.queries.js';

/** Enrolls many people, named by their addresses or selected on the page of people, in one content. */
export function EnrollManyPage(): ReactNode {
  const words = useTexts();
  const { t } = words;
  const selected = useLocation({ select: ({ state }) => state.addresses ?? [] });
  const [text, setText] = useState(selected.join('\n'));
  const [content, setContent] = useState<SearchHit>();
  const [contentText, setContentText] = useState<string>();
  const [due, setDue] = useState('');
  const contents = useFoundContent(contentText);
  const enroll = useEnrollAddress();
  const batch = useBatch<string>();
  const addresses = readAddresses(text);
  const { state, total, faults } = batch.progress;
  const explain = (error: Error) =>
    error instanceof UnknownAddress ? t('enrollMany.unknown') : errorSentence(error, words);

  function submit(): void {
    if (!content) return;
    const enrollment = { loId: content.id, dueDate: endDay(due) };
    batch.start(addresses, (email) => enroll(email, enrollment));
  }
  return (
    <>
      <PageHead
        title={t('enrollMany.title')}
        above={<Link to="/enrollments">{t('enrollments.title')}</Link>}
      />
      <ConsoleForm
        button={t('enrollMany.start', { count: addresses.length })}
        onSubmit={submit}
        change={{ error: null, isPending: state === 'running' }}
        isDisabled={state === 'paused'}
        missing={[addresses.length === 0 && t('enrollMany.addresses'), !content && t('enrollments.content')]}
      >
        <TextField
          label={t('enrollMany.addresses')}
          description={t('enrollMany.hint')}
          value={text}
          onChange={setText}
          rows={8}
        />
        <SearchCombo
          label={t('enrollments.content')}
          value={content}
          onChange={setContent}
          results={contents.data
            ?.filter(({ type }) => type !== 'award')
            .map((one) => ({ ...one, detail: t(`content.type.${one.type}`) }))}
          onSearch={setContentText}
          placeholder={t('enrollments.contentHint')}
        />
        <TextField type="date" label={t('enrollments.dueOptional')} value={due} onChange={setDue} />
      </ConsoleForm>
      <BatchBar batch={batch} toText={(values) => t('enrollMany.progress', values)} />
      {state === 'done' && (
        <strong role="status">{t('enrollMany.done', { count: total - faults.length })}</strong>
      )}
      {faults.length > 0 && (
        <RowsTable
          caption={t('enrollMany.bad', { count: faults.length })}
          rows={faults}
          toKey={({ item }) => item}
          columns={[
            { name: t('people.email'), cell: ({ item }) => item },
            { name: t('import.reason'), cell: ({ error }) => explain(error) },
          ]}
        />
      )}
    </>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Addresses of the people that were selected on the page before. */
    addresses?: readonly string[];
  }
}

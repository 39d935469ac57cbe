import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { SearchCombo, type SearchHit } from '../ui/search-combo.js';
import { useFoundApplications } from './applications.queries.js';

interface ApplicationFilterProps {
  clientId: string | undefined;
  onChange: (clientId: string | undefined) => void;
}

/** A filter by an application, which is found by its name. */
export function ApplicationFilter({ clientId, onChange }: ApplicationFilterProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState<string>();
  const [chosen, setChosen] = useState<SearchHit<string>>();
  const found = useFoundApplications(text);
  const name = chosen?.id === clientId ? chosen?.name : undefined;
  return (
    <SearchCombo<string>
      label={t('audit.application')}
      value={clientId === undefined ? undefined : { id: clientId, name: name ?? clientId }}
      onChange={(choice) => {
        setChosen(choice);
        onChange(choice?.id);
      }}
      results={found.data}
      onSearch={setText}
      placeholder={t('ui.any')}
    />
  );
}

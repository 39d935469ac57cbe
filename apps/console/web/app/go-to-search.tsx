import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Autocomplete, Input, Label, Menu, MenuItem, SearchField, Text } from 'react-aria-components';
import { useTexts } from '../texts/texts.js';
import { listPlaces, type KnownWebhook } from './go-to-places.js';
import { listMenuEntries } from './menu.js';
import { useSignedIn } from './session-context.js';

/** The search of "Go to"; loaded when somebody opens it. */
export function GoToSearch({ onChosen }: { onChosen: () => void }): ReactNode {
  const { t } = useTexts();
  const router = useRouter();
  const queries = useQueryClient();
  const session = useSignedIn();
  const [text, setText] = useState('');
  // what the page has read already: looking up costs no request
  const webhooks = queries.getQueryData<{ hits: KnownWebhook[] }>(['Webhooks_list'])?.hits ?? [];
  const places = listPlaces(text, { webhooks, menu: listMenuEntries(session), t });
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField className="field" autoFocus>
        <Label>{t('goTo.label')}</Label>
        <Input className="input" placeholder="evt_… · 42 · https://…" />
        <Text slot="description" className="hint">
          {t('goTo.hint')}
        </Text>
      </SearchField>
      <Menu
        className="listbox go-to-places"
        aria-label={t('goTo.places')}
        items={places}
        renderEmptyState={() => <p className="state-text">{t('goTo.nothing')}</p>}
        onAction={(key) => {
          onChosen();
          void router.navigate({ href: String(key) });
        }}
      >
        {({ href, name }) => (
          <MenuItem className="option" id={href} textValue={name}>
            {name}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

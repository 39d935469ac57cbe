import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Autocomplete, Input, Label, Menu, MenuItem, SearchField, Text } from 'react-aria-components';
import { useTexts } from '../texts/texts.js';
import { Breakable } from '../ui/breakable.js';
import { listPlaces, readPasted } from './go-to-places.js';
import { useKnownWebhooks, useLookups } from './go-to.queries.js';
import { listMenuEntries } from './menu.js';
import { useSignedIn } from './session-context.js';

/** The search of "Go to"; loaded when the dialog is opened. */
export function GoToSearch({ onChosen }: { onChosen: () => void }): ReactNode {
  const { t } = useTexts();
  const router = useRouter();
  const menu = listMenuEntries(useSignedIn());
  const [text, setText] = useState('');
  const pasted = readPasted(text, { menu, t });
  const { data, isLoading } = useKnownWebhooks(menu.some(({ path }) => path === '/webhooks'));
  const webhooks = data?.hits ?? (isLoading ? undefined : []);
  const { isPending, ...lookups } = useLookups(pasted, webhooks);
  // names appear immediately, followed by an application; later results must not move the one about to be chosen
  const isShown = !isPending || pasted.kind === 'client';
  const places = isShown ? listPlaces(pasted, { ...lookups, webhooks: webhooks ?? [], menu, t }) : [];
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField className="field" autoFocus>
        <Label>{t('goTo.label')}</Label>
        <Input className="input" placeholder="evt_… · 42 · ada@…" />
        <Text slot="description" className="hint">
          {t('goTo.hint')}
        </Text>
      </SearchField>
      <Menu
        className="listbox go-to-places"
        aria-label={t('goTo.places')}
        items={places}
        renderEmptyState={() => <p className="state-text">{t(isPending ? 'ui.loading' : 'goTo.nothing')}</p>}
        onAction={(key) => {
          onChosen();
          void router.navigate({ href: String(key) });
        }}
      >
        {({ href, name }) => (
          <MenuItem className="option" id={href} textValue={name}>
            <Breakable text={name} />
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

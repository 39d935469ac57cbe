import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { Autocomplete, Input, Label, Menu, MenuItem, SearchField, Text } from 'react-aria-components';
import { useTexts } from '../texts/texts.js';
import { Breakable } from '../ui/breakable.js';
import { listPlaces, readText } from './go-to-places.js';
import { useKnownWebhooks, useLookups } from './go-to.queries.js';
import { listMenuEntries } from './menu.js';
import { useSignedIn } from './session-context.js';

interface SearchProps {
  /** What the user has typed, perhaps before this file was loaded. */
  text: string;
  onChange: (text: string) => void;
  onChosen: () => void;
}

/** The search of "Go to"; loaded when the dialog is opened. */
export function GoToSearch({ text, onChange, onChosen }: SearchProps): ReactNode {
  const { t } = useTexts();
  const router = useRouter();
  const menu = listMenuEntries(useSignedIn());
  const paths = menu.map(({ path }) => path);
  const typed = readText(text);
  const { data: webhooks } = useKnownWebhooks(paths.includes('/webhooks'));
  const { found, isPending } = useLookups(typed, paths);
  // names of pages appear immediately; later results follow them, and do not move the one about to be chosen
  const places = listPlaces(typed, { ...found, webhooks: webhooks?.hits ?? [], menu, t });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // after what was typed before this field appeared
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
  }, []);
  return (
    <Autocomplete inputValue={text} onInputChange={onChange}>
      <SearchField className="field" autoFocus>
        <Label>{t('goTo.label')}</Label>
        <Input ref={input} className="input" placeholder="evt_… · 42 · ada@…" />
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

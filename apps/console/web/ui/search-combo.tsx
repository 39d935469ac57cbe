import { useEffect, useState, type ReactNode } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { useTexts } from '../texts/texts.js';
import { useKeptInput } from './kept-input.js';

/** A result of a search. */
export interface SearchHit<Id extends number | string = number> {
  id: Id;
  name: string;
  /** A text that distinguishes it from others with the same name. */
  detail?: string;
}

interface ComboProps<Id extends number | string> {
  label: string;
  /** The chosen result; the field contains its name. */
  value: SearchHit<Id> | undefined;
  onChange: (choice: SearchHit<Id> | undefined) => void;
  /** Results for the text; undefined while they are loading. */
  results: readonly SearchHit<Id>[] | undefined;
  /** Called with the text to search for; undefined until the field has the focus. */
  onSearch: (text: string | undefined) => void;
  placeholder?: string;
  description?: string;
  fault?: string | undefined;
}

const SETTLED_MS = 250;

/** A choice of one of many, with a search by the API. */
export function SearchCombo<Id extends number | string>(props: ComboProps<Id>): ReactNode {
  const { label, value, onChange, results, onSearch, placeholder, description, fault } = props;
  const { t } = useTexts();
  useKeptInput<SearchHit<Id> | null>(
    () => label,
    value ?? null,
    (choice) => onChange(choice ?? undefined),
  );
  const [text, setText] = useState(value?.name ?? '');
  const [isActive, setActive] = useState(false);
  useEffect(() => {
    const searched = text === value?.name ? '' : text.trim();
    const timer = setTimeout(() => onSearch(isActive ? searched : undefined), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, value?.name, isActive, onSearch]);
  const rows = results ?? [];
  const items = value && !rows.some(({ id }) => id === value.id) ? [value, ...rows] : rows;
  return (
    <ComboBox
      className="field"
      items={items}
      value={value?.id ?? null}
      defaultInputValue={text}
      onInputChange={setText}
      onChange={(key) => onChange(items.find(({ id }) => id === key))}
      onFocusChange={setActive}
      menuTrigger="focus"
      allowsEmptyCollection
      defaultFilter={() => true}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <div className="combo">
        <Input className="input" spellCheck={false} placeholder={placeholder} />
        <Button className="combo-button" aria-label={label}>
          <span aria-hidden="true" className="arrow" />
        </Button>
      </div>
      {description && (
        <Text slot="description" className="hint">
          {description}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
      <Popover className="popover">
        <ListBox<SearchHit<Id>>
          className="listbox"
          renderEmptyState={() => <p className="combo-none">{t(results ? 'goTo.nothing' : 'ui.loading')}</p>}
        >
          {({ id, name, detail }) => (
            <ListBoxItem className="option combo-option" id={id} textValue={name}>
              <span>{name}</span>
              {detail && <span className="quiet combo-detail">{detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

import type { ReactNode } from 'react';
import {
  Button,
  ComboBox,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  type ComboBoxProps,
} from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { Button as PlainButton } from '../../ui/button.js';
import { flagEventType, flagGroupNames, flagGroups } from './webhook-types.js';

type SelectionMode = 'single' | 'multiple';

interface ComboProps<Mode extends SelectionMode> extends Pick<
  ComboBoxProps<object, Mode>,
  'selectionMode' | 'value' | 'onChange'
> {
  label: string;
  placeholder?: string;
  /** Choices before and after the types. */
  first?: ReactNode;
  last?: ReactNode;
}

/** The event types in groups, searched by a part of their name. */
function EventTypeCombo<Mode extends SelectionMode>(props: ComboProps<Mode>): ReactNode {
  const { label, placeholder, first, last, ...selection } = props;
  const { t } = useTexts();
  return (
    <ComboBox<object, Mode> {...selection} className="field" menuTrigger="focus">
      <Label>{label}</Label>
      <div className="combo">
        <Input className="input" spellCheck={false} placeholder={placeholder} />
        <Button className="combo-button" aria-label={label}>
          <span aria-hidden="true" className="arrow" />
        </Button>
      </div>
      <Popover className="popover">
        <ListBox className="listbox">
          {first}
          {flagGroupNames.map((group) => (
            <ListBoxSection key={group} id={group}>
              <Header className="group">{t(`webhooks.group.${group}`)}</Header>
              {flagGroups[group].map(flagEventType).map((type) => (
                <ListBoxItem key={type} id={type} className="option">
                  {type}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
          {last}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

const ANY = 'any';

interface FilterProps {
  value: string | undefined;
  onChange: (type?: string) => void;
}

/** A choice of one event type, including tests, or any. */
export function EventTypeFilter({ value, onChange }: FilterProps): ReactNode {
  const { t } = useTexts();
  return (
    <EventTypeCombo
      label={t('deliveries.type')}
      value={value ?? ANY}
      onChange={(key) => onChange(key === null || key === ANY ? undefined : String(key))}
      first={
        <ListBoxItem className="option" id={ANY}>
          {t('ui.any')}
        </ListBoxItem>
      }
      last={
        <ListBoxItem className="option" id="webhook.test">
          webhook.test
        </ListBoxItem>
      }
    />
  );
}

interface TypesProps {
  value: readonly string[];
  onChange: (types: string[]) => void;
}

/** A choice of several event types; an empty choice means all. */
export function EventTypesField({ value, onChange }: TypesProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <EventTypeCombo<'multiple'>
        label={t('replay.types')}
        selectionMode="multiple"
        value={value}
        onChange={(keys) => onChange(keys.map(String))}
        {...(value.length === 0 && { placeholder: t('ui.any') })}
      />
      {value.length > 0 && (
        <ul className="chips" aria-label={t('replay.types')}>
          {value.map((type) => (
            <li key={type}>
              <code>{type}</code>
              <PlainButton
                look="quiet"
                aria-label={t('replay.withoutType', { type })}
                onPress={() => onChange(value.filter((other) => other !== type))}
              >
                <span aria-hidden="true">×</span>
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { CheckboxGroup } from '../../ui/checkbox-group.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Checkbox, TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { readDeliveriesSearch, type DeliveriesSearch } from './deliveries-search.js';
import { EventTypesField } from './event-type-combo.js';
import { useReplay } from './deliveries.queries.js';
import { fromLocalTime, toLocalTime } from '../../ui/local-time.js';
import {
  flagEventType,
  flagGroupNames,
  flagGroups,
  replayedStates,
  type ConsoleFlag,
  type ConsoleWebhook,
  type ReplayBody,
  type ReplayedState,
  type ReplayedType,
} from './webhook-types.js';

const DAY_SECONDS = 86_400;
const replayedTypes = flagGroupNames
  .flatMap((group): readonly ConsoleFlag[] => flagGroups[group])
  .map(flagEventType) as ReplayedType[];

export function ReplayButton({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  return (
    <DialogButton label={t('replay.button')} title={t('replay.title')}>
      {(close) => <ReplayForm webhook={webhook} onClose={close} />}
    </DialogButton>
  );
}

/** The states in the list's filter, or those of failures. */
function chooseReplayedStates({ state }: DeliveriesSearch): ReplayedState[] {
  const chosen = replayedStates.filter((name) => name === state);
  return chosen.length > 0 ? chosen : ['failed', 'dropped'];
}

/** Counts the matching deliveries first, then sends them with the same selection. */
function ReplayForm({ webhook, onClose }: { webhook: ConsoleWebhook; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [now] = useState(() => Math.floor(Date.now() / 1_000));
  const listed = readDeliveriesSearch(useSearch({ strict: false }));
  const [from, setFrom] = useState(() => toLocalTime(listed.from ?? now - DAY_SECONDS));
  const [to, setTo] = useState(() => toLocalTime(listed.to ?? now + 60));
  const [states, setStates] = useState(() => chooseReplayedStates(listed));
  const [types, setTypes] = useState<ReplayedType[]>(() =>
    replayedTypes.filter((name) => name === listed.type),
  );
  const count = useReplay(webhook.id);
  const replay = useReplay(webhook.id);
  const counted = count.data?.count;
  const window = readWindow(from, to);
  const body: ReplayBody | undefined = window && { ...window, states, ...(types.length > 0 && { types }) };

  /** A change of the selection discards the count. */
  function change(apply: () => void): void {
    count.reset();
    replay.reset();
    apply();
  }
  function submit(): void {
    if (!body) return;
    if (!counted) return count.mutate({ ...body, dry_run: true });
    replay.mutate(body, {
      onSuccess: (answer) => {
        announce(t('replay.done', { count: answer.count }));
        onClose();
      },
    });
  }
  return (
    <ConsoleForm
      button={counted ? t('replay.send', { count: counted }) : t('replay.count')}
      onSubmit={submit}
      change={{ error: count.error ?? replay.error, isPending: count.isPending || replay.isPending }}
      isDisabled={!window}
      missing={[
        from === '' && t('deliveries.from'),
        to === '' && t('deliveries.to'),
        states.length === 0 && t('replay.states'),
      ]}
      onCancel={onClose}
    >
      <p className="state-text">{t('replay.text')}</p>
      {webhook.waiting_count > 0 && (
        <p className="state-text">{t('replay.waiting', { count: webhook.waiting_count })}</p>
      )}
      <div className="field-row">
        <TextField
          type="datetime-local"
          label={t('deliveries.from')}
          value={from}
          onChange={(text) => change(() => setFrom(text))}
          fault={from && !window ? t('replay.window') : undefined}
        />
        <TextField
          type="datetime-local"
          label={t('deliveries.to')}
          value={to}
          onChange={(text) => change(() => setTo(text))}
        />
      </div>
      <CheckboxGroup
        label={t('replay.states')}
        value={states}
        onChange={(names) => change(() => setStates(names))}
      >
        <div className="checks">
          {replayedStates.map((name) => (
            <Checkbox key={name} value={name}>
              {t(`deliveries.state.${name}`)}
            </Checkbox>
          ))}
        </div>
      </CheckboxGroup>
      <EventTypesField value={types} onChange={(names) => change(() => setTypes(names as ReplayedType[]))} />
      <div role="status">
        {count.data && (
          <p className="notice">{counted ? t('replay.counted', { count: counted }) : t('replay.nothing')}</p>
        )}
      </div>
    </ConsoleForm>
  );
}

function readWindow(from: string, to: string): { from: number; to: number } | undefined {
  const start = fromLocalTime(from);
  const end = fromLocalTime(to);
  if (start === undefined || end === undefined || start > end || end - start > 30 * DAY_SECONDS)
    return undefined;
  return { from: start, to: end };
}

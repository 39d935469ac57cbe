import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { DialogButton } from './dialog-button.js';
import { SelectField } from './fields.js';
import { ConsoleForm } from './form.js';
import { SecretDialog } from './secret-dialog.js';
import { Time } from './time.js';

/** Seconds for which the old secret keeps working. */
const overlaps = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
type Overlap = keyof typeof overlaps;

/** The new secret, and until when the old one works. */
export interface RotatedSecret {
  secret: string | undefined;
  until: string | null;
}

interface RotateProps {
  names: readonly Overlap[];
  /** Explains the use of the secret. */
  text: string;
  /** Explains what to do while both secrets work, or when the old one ends immediately. */
  both: string;
  atOnce: string;
  /** @param key the dialog's idempotency key: a dialog rotates at most once */
  send: (overlapSeconds: number, key: string) => Promise<RotatedSecret>;
}

/** Creates a new secret; the dialog states before and after how long the old one works. */
export function RotateSecret(props: RotateProps): ReactNode {
  const [round, setRound] = useState(0);
  return <RotateOnce key={round} {...props} onDone={() => setRound(round + 1)} />;
}

function RotateOnce({
  names,
  text,
  both,
  atOnce,
  send,
  onDone,
}: RotateProps & { onDone: () => void }): ReactNode {
  const { t } = useTexts();
  const [key] = useState(() => crypto.randomUUID());
  const [overlap, setOverlap] = useState<Overlap>('day');
  const rotate = useMutation({
    mutationFn: () => send(overlaps[overlap], key),
    gcTime: 0, // the answer has a secret
  });
  if (rotate.data) {
    const { secret, until } = rotate.data;
    return (
      <SecretDialog title={t('secret.rotated')} text={text} secret={secret} onClose={onDone}>
        {until && (
          <p>
            {t('rotate.until')} <Time value={until} />.
          </p>
        )}
      </SecretDialog>
    );
  }
  return (
    <DialogButton label={t('rotate.button')} title={t('rotate.title')}>
      {(close) => (
        <ConsoleForm button={t('rotate.make')} onSubmit={rotate.mutate} change={rotate} onCancel={close}>
          <SelectField
            label={t('rotate.overlap')}
            choices={names.map((id) => ({ id, name: t(`rotate.overlap.${id}`) }))}
            value={overlap}
            onChange={(id) => setOverlap(id as Overlap)}
          />
          <p className="state-text">{overlap === 'none' ? atOnce : both}</p>
        </ConsoleForm>
      )}
    </DialogButton>
  );
}

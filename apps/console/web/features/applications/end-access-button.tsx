import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FormError } from '../../ui/states.js';
import { useChangeAccess, type AccessChange } from './applications.queries.js';

interface EndProps {
  clientId: string;
  change: AccessChange;
  /** On the button of the page, and on that of the dialog. */
  label: string;
  /** For a button in a row: says whose access it ends. */
  hint?: string;
  look?: 'plain' | 'quiet' | 'danger';
  title: string;
  /** The message when it is done. */
  done: string;
  onDone?: () => void;
  /** A text that says what ends, for whom and when. */
  children: ReactNode;
}

/** Ends access, after a question that says what ends. */
export function EndAccessButton({
  clientId,
  change,
  label,
  hint,
  look = 'plain',
  title,
  done,
  onDone,
  children,
}: EndProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const end = useChangeAccess(clientId);
  function submit(): void {
    end.mutate(change, {
      onSuccess: () => {
        setOpen(false);
        announce(done);
        onDone?.();
      },
    });
  }
  return (
    <>
      <Button look={look} aria-label={hint} onPress={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{children}</p>
        <FormError error={end.error} />
        <div className="actions">
          <Button look="danger" isPending={end.isPending} onPress={submit}>
            {label}
          </Button>
          <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
        </div>
      </Dialog>
    </>
  );
}

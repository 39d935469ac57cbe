import { useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface DialogButtonProps {
  /** The text of the button. */
  label: string;
  /** Replaces the label for screen readers, if the label is not specific enough. */
  hint?: string;
  look?: 'plain' | 'primary';
  /** The title of the dialog. */
  title: string;
  isWide?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps): ReactNode {
  const { label, hint, look = 'plain', title, isWide = false, children } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look={look} aria-label={hint} onPress={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close} isWide={isWide}>
        {children(close)}
      </Dialog>
    </>
  );
}

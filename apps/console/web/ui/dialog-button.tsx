import { useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface DialogButtonProps {
  /** On the button. */
  label: string;
  /** A screen reader says it instead, where the label alone does not say enough. */
  hint?: string;
  look?: 'plain' | 'primary';
  /** Of the dialog. */
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

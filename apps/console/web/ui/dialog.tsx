import { type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** A dialog that must be answered does not close by Escape. */
  mustAnswer?: boolean;
  isWide?: boolean;
  children: ReactNode;
}

/** Focuses the first field. Skips a field that would open a list over the dialog. */
const focusField = (dialog: HTMLElement | null): void =>
  dialog
    ?.querySelector<HTMLElement>('input, textarea, button')
    ?.closest<HTMLElement>('input.input:not([role]), textarea')
    ?.focus();

/** A dialog over the page; the focus goes back to its opener. */
export function Dialog({
  title,
  isOpen,
  onClose,
  mustAnswer = false,
  isWide = false,
  children,
}: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isKeyboardDismissDisabled={mustAnswer}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={isWide ? 'modal modal-wide' : 'modal'}>
        <AriaDialog ref={focusField} className="dialog" role={mustAnswer ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

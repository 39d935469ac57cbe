import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { Dialog } from './dialog.js';

interface SecretProps {
  title: string;
  /** Explains the use of the secret. */
  text: string;
  secret: string | undefined;
  children?: ReactNode;
  onClose: () => void;
}

/** Displays a secret once, without storing it. */
export function SecretDialog({ title, text, secret, children, onClose }: SecretProps): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog title={title} isOpen onClose={onClose} mustAnswer>
      <p>{text}</p>
      {secret && (
        <p className="secret">
          <code>{secret}</code>
          <CopyButton text={secret} label={t('secret.name')} />
        </p>
      )}
      {children}
      <div className="actions">
        <Button look="primary" onPress={onClose}>
          {t('secret.stored')}
        </Button>
      </div>
    </Dialog>
  );
}

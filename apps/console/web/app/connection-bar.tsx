import { useSyncExternalStore, type ReactNode } from 'react';
import { isSlow, onConnectionChange } from '../api/connection.js';
import { useTexts } from '../texts/texts.js';

/** Displayed without a network, because the data of the page may be old, and while the server does not answer. */
export function ConnectionBar(): ReactNode {
  const { t } = useTexts();
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  const isWaiting = useSyncExternalStore(onConnectionChange, isSlow);
  if (isOnline && !isWaiting) return null;
  return (
    <p role="alert" className="bar">
      {t(isOnline ? 'ui.slow' : 'ui.offline')}
    </p>
  );
}

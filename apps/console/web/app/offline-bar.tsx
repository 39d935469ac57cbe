import { useSyncExternalStore, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Displayed without a network: the page keeps its data, and the bar says how old it may be. */
export function OfflineBar(): ReactNode {
  const { t } = useTexts();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p role="alert" className="bar">
      {t('ui.offline')}
    </p>
  );
}

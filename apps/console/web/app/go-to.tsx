import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SkeletonRows } from '../ui/skeleton.js';

const GoToSearch = lazy(async () => ({ default: (await import('./go-to-search.js')).GoToSearch }));

/** Ctrl+K or Cmd+K: recognises pasted ids and addresses, and finds pages by their names. */
export function GoTo(): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function openByKeys(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener('keydown', openByKeys);
    return () => document.removeEventListener('keydown', openByKeys);
  }, []);
  return (
    <>
      <Button look="plain" onPress={() => setOpen(true)}>
        <span className="go-to-label">{t('goTo.title')}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </Button>
      <Dialog title={t('goTo.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <GoToSearch onChosen={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}

import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SkeletonRows } from '../ui/skeleton.js';

const GoToSearch = lazy(async () => ({ default: (await import('./go-to-search.js')).GoToSearch }));

/** Ctrl+K or Cmd+K: finds pages, people, applications and content by name, and objects by pasted ids and addresses. */
export function GoTo(): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  function change(isNowOpen: boolean): void {
    setText('');
    setOpen(isNowOpen);
  }
  useEffect(() => {
    function openByKeys(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      change(true);
    }
    document.addEventListener('keydown', openByKeys);
    return () => document.removeEventListener('keydown', openByKeys);
  }, []);
  return (
    <>
      <Button look="plain" onPress={() => change(true)}>
        <span className="go-to-label">{t('goTo.title')}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </Button>
      <Dialog title={t('goTo.title')} isOpen={isOpen} onClose={() => change(false)}>
        <Suspense fallback={<FirstInput text={text} onChange={setText} />}>
          <GoToSearch text={text} onChange={setText} onChosen={() => change(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}

interface InputProps {
  text: string;
  onChange: (text: string) => void;
}

/** A text field for the input while the search is loading. */
function FirstInput({ text, onChange }: InputProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <input
        className="input"
        autoFocus
        aria-label={t('goTo.label')}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <SkeletonRows rows={3} />
    </>
  );
}

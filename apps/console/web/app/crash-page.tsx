import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { useTitle } from '../ui/page.js';

/** Displayed after an error of the page, or if a file of an older release is gone: reloading fixes both. */
export function CrashPage({ error }: ErrorComponentProps): ReactNode {
  const { t } = useTexts();
  useTitle(t('crash.title'));
  return (
    <main className="lone" role="alert">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.text')}</p>
      <p className="reference">
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <Button look="primary" onPress={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </main>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { PageHead } from '../ui/page.js';

/** The page of an unknown URL. */
export function NotFoundPage(): ReactNode {
  const { t } = useTexts();
  return (
    <PageHead title={t('notFound.title')}>
      <p className="state-text">{t('notFound.text')}</p>
      <p>
        <Link to="/">{t('notFound.home')}</Link>
      </p>
    </PageHead>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { useTitle } from '../ui/page.js';

export function NotFoundPage(): ReactNode {
  const { t } = useTexts();
  useTitle(t('notFound.title'));
  return (
    <main className="lone">
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <Link to="/">{t('notFound.home')}</Link>
    </main>
  );
}

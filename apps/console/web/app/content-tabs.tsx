import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { ScrollingNav } from '../ui/scrolling-nav.js';
import { useHasScope } from './session-context.js';

/** The tabs below the heading of each page about content. */
export function ContentTabs(): ReactNode {
  const { t } = useTexts();
  const readsGroups = useHasScope('group.read');
  return (
    <ScrollingNav className="tabs" label={t('content.title')}>
      <Link to="/content" activeOptions={{ exact: true, includeSearch: false }}>
        {t('content.objects')}
      </Link>
      <Link to="/collections">{t('selections.title.collections')}</Link>
      {readsGroups && <Link to="/groups">{t('selections.title.groups')}</Link>}
      <Link to="/content/packages">{t('packages.title')}</Link>
    </ScrollingNav>
  );
}

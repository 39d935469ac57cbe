import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { ScrollingNav } from '../../ui/scrolling-nav.js';

/** The tabs of the pages about all webhooks. */
export function WebhooksTabs(): ReactNode {
  const { t } = useTexts();
  return (
    <ScrollingNav className="tabs" label={t('webhooks.title')}>
      <Link to="/webhooks" activeOptions={{ exact: true }}>
        {t('webhooks.title')}
      </Link>
      <Link to="/webhooks/deliveries" activeOptions={{ includeSearch: false }}>
        {t('deliveries.title')}
      </Link>
    </ScrollingNav>
  );
}

import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { PageHead } from '../../ui/page.js';
import { ScrollingNav } from '../../ui/scrolling-nav.js';

/** The portal: plan and limits, branding, and configuration. */
export function PortalPage(): ReactNode {
  const { t } = useTexts();
  const { portal } = useSignedIn();
  return (
    <>
      <PageHead title={t('portal.title')}>
        <p className="state-text">
          <Breakable text={portal.name} />
        </p>
      </PageHead>
      <ScrollingNav className="tabs" label={t('portal.title')}>
        <Link to="/portal" activeOptions={{ exact: true }}>
          {t('plan.title')}
        </Link>
        <Link to="/portal/branding">{t('branding.title')}</Link>
        <Link to="/portal/configuration">{t('config.title')}</Link>
      </ScrollingNav>
      <Outlet />
    </>
  );
}

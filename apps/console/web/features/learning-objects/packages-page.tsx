import type { ReactNode } from 'react';
import { ContentTabs } from '../../app/content-tabs.js';
import { useAdministrates, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { EndButton } from '../../ui/end-button.js';
import { PageHead } from '../../ui/page.js';
import { useEndPackages } from './learning-objects.queries.js';

/** Explains packages and revokes them. Servers do not know where packages are, so there is no list. */
export function PackagesPage(): ReactNode {
  const { t } = useTexts();
  const canEnd = useAdministrates('lo.write');
  return (
    <>
      <PageHead title={t('packages.title')}>
        <p className="state-text">{t('packages.intro')}</p>
      </PageHead>
      <ContentTabs />
      <section aria-labelledby="ends">
        <h2 id="ends">{t('packages.ends')}</h2>
        <ul className="content-endings">
          <li>{t('packages.ends.year')}</li>
          <li>{t('packages.ends.licence')}</li>
          <li>{t('packages.ends.hidden')}</li>
        </ul>
      </section>
      <section className="ending" aria-labelledby="end-all">
        <h2 id="end-all">{t('packages.endAll')}</h2>
        <p className="state-text">{t('packages.endAllText')}</p>
        {canEnd ? <EndPackagesButton /> : <p className="state-text">{t('error.administrator_required')}</p>}
      </section>
    </>
  );
}

/** Revoking cannot be undone, so the user types the name of the portal to confirm it. */
function EndPackagesButton(): ReactNode {
  const { t } = useTexts();
  const { portal } = useSignedIn();
  return (
    <EndButton
      label={t('ui.opens', { action: t('packages.endAll') })}
      look="danger"
      question={{
        title: t('packages.endAll'),
        text: t('packages.endEnds'),
        button: t('packages.endAll'),
        repeat: { label: t('packages.repeat'), text: portal.name, isAddress: true },
      }}
      change={useEndPackages()}
      body={undefined}
      done={t('packages.ended')}
    />
  );
}

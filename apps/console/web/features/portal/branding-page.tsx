import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { useSafeForm } from '../../ui/safe-form.js';
import { BrandingForm } from './branding-form.js';
import { ImageSection } from './branding-images.js';
import { BrandingPreview } from './branding-preview.js';
import { readBranding, type ConsoleBranding } from './branding-values.js';
import { useBrandingChange, usePortalBranding } from './branding.queries.js';

/** The portal's branding, with a preview that follows the input. */
export function BrandingPage(): ReactNode {
  const query = usePortalBranding();
  if (query.data) return <Branding branding={query.data} />;
  return <NoAnswer query={query} />;
}

function Branding({ branding }: { branding: ConsoleBranding }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('portal.write');
  const { read, update } = useBrandingChange();
  const form = useSafeForm({ shown: branding, toValues: readBranding, read, send: update });
  return (
    <div className="branding">
      <div className="branding-input">
        {canWrite ? (
          <>
            <BrandingForm form={form} />
            <section aria-labelledby="images">
              <h2 id="images">{t('branding.images')}</h2>
              <p className="state-text">{t('branding.imagesText')}</p>
              <ImageSection kind="logo" url={branding.logo?.url} />
              <ImageSection kind="favicon" url={branding.favicon?.url} />
            </section>
          </>
        ) : (
          <p className="state-text">{t('branding.readOnly')}</p>
        )}
      </div>
      <BrandingPreview branding={branding} values={canWrite ? form.values : readBranding(branding)} />
    </div>
  );
}

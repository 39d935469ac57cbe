import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import type { ConsoleLearningObject } from './learning-objects.queries.js';

/** The download for other learning platforms; the portal needs a licence if the object has a price. */
export function PackageSection({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const lacksLicence = object.pricing.price > 0 && object.subscription.licenses === 0;
  return (
    <section aria-labelledby="package">
      <h2 id="package">{t('packages.title')}</h2>
      <p className="state-text">
        <Link to="/content/packages">{t('packages.ends')}</Link>
      </p>
      {lacksLicence ? (
        <p className="notice">{t('error.licence_required')}</p>
      ) : (
        <a
          className="button button-plain"
          href={`/bff/download/v2/learning-objects/${object.id}/scorm`}
          download
        >
          {t('packages.download')}
        </a>
      )}
    </section>
  );
}

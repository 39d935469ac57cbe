import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { PageHead } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { ErrorPage } from '../../ui/error-page.js';
import { ContentEditSection } from './content-edit-section.js';
import { ContentFacts } from './content-facts.js';
import { ContentItems } from './content-items.js';
import { ContentPreview } from './content-preview.js';
import { canBeOwn } from './content-values.js';
import { useContentItem, type ConsoleLearningObject } from './learning-objects.queries.js';
import { PackageSection } from './package-section.js';
import { plainText } from './plain-text.js';
import { PublishButton } from './publish-button.js';
import { RetireButton } from './retire-button.js';

const route = getRouteApi('/shell/content/$id');

/** A learning object: its facts, preview and parts, and the actions on a portal's own object. */
export function ContentItemPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const { data, error, refetch } = useContentItem(id);
  // a cached object may have been retired since
  const isGone = error instanceof ApiError && error.status === 404;
  if (error && (!data || isGone))
    return (
      <ErrorPage
        title={t('content.item', { id: String(id) })}
        above={<ToContent />}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows isPage />;
  return <ContentItem key={id} object={data} />;
}

function ToContent(): ReactNode {
  const { t } = useTexts();
  return <Link to="/content">{t('content.title')}</Link>;
}

function ContentItem({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('lo.write') && canBeOwn(object);
  const description = plainText(object.description || (object.summary ?? ''));
  return (
    <>
      <PageHead
        title={object.title}
        above={<ToContent />}
        actions={
          canWrite && (
            <>
              <PublishButton object={object} />
              <RetireButton object={object} />
            </>
          )
        }
      >
        {object.image?.startsWith('https:') && <img className="content-image" src={object.image} alt="" />}
        <ContentFacts object={object} />
      </PageHead>
      <section aria-labelledby="description">
        <h2 id="description">{t('content.description')}</h2>
        {description ? (
          <p className="content-description">{description}</p>
        ) : (
          <p className="state-text">{t('content.noDescription')}</p>
        )}
      </section>
      <ContentPreview object={object} />
      {object.previewable && <PackageSection object={object} />}
      {object.items.length > 0 && <ContentItems items={object.items} />}
      {canWrite && <ContentEditSection object={object} />}
    </>
  );
}

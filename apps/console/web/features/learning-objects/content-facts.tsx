import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { ContentState } from '../../ui/content-state.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Fact, FactList } from '../../ui/facts.js';
import { Time } from '../../ui/time.js';
import { formatMinutes, formatPrice, languageName, typeName } from './content-values.js';
import type { ConsoleLearningObject } from './learning-objects.queries.js';

/** The facts of a learning object; topics and tags link to other objects with them. */
export function ContentFacts({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t, locale } = useTexts();
  const { licenses } = object.subscription;
  const language = languageName(object.language, locale);
  const duration = formatMinutes(object.delivery.duration, locale);
  return (
    <FactList>
      <Fact name={t('ui.state')}>
        <ContentState isPublished={object.published} />
      </Fact>
      <Fact name={t('content.type')}>{typeName(object.type, t)}</Fact>
      {language && <Fact name={t('ui.language')}>{language}</Fact>}
      {duration && <Fact name={t('content.duration')}>{duration}</Fact>}
      <Fact name={t('ui.price')}>{formatPrice(object.pricing, locale) ?? t('content.free')}</Fact>
      {object.pricing.price > 0 && (
        <Fact name={t('content.licences')}>
          {licenses < 0 ? t('content.unlimited') : licenses.toLocaleString(locale)}
        </Fact>
      )}
      <Fact name={t('content.provider')}>{object.provider.name}</Fact>
      <Fact name={t('ui.changed')}>
        <Time value={object.updated_time} />
      </Fact>
      <Fact name={t('ui.number')}>
        <span className="code">{object.id}</span>{' '}
        <CopyButton text={String(object.id)} label={t('ui.number')} />
      </Fact>
      {object.url !== null && (
        <Fact name={t('ui.address')}>
          <Address url={object.url} />
        </Fact>
      )}
      {object.topics.length > 0 && (
        <Fact name={t('content.topic')}>
          {object.topics.map((topic) => (
            <Link key={topic} to="/content" search={{ topic }} className="content-label">
              {topic}
            </Link>
          ))}
        </Fact>
      )}
      {object.tags.length > 0 && (
        <Fact name={t('content.tag')}>
          {object.tags.map((tag) => (
            <Link key={tag} to="/content" search={{ tag }} className="content-label">
              {tag}
            </Link>
          ))}
        </Fact>
      )}
    </FactList>
  );
}

/** Links only http and https URLs. */
function Address({ url }: { url: string }): ReactNode {
  if (!/^https?:\/\//i.test(url))
    return (
      <span className="code">
        <Breakable text={url} />
      </span>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" className="code">
      <Breakable text={url} />
    </a>
  );
}

import { useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/fields.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { usePreview, type ConsoleLearningObject } from './learning-objects.queries.js';

interface PreviewProps {
  object: ConsoleLearningObject;
}

/** The learning object as learners see it; loaded only when the user opens the preview. */
export function ContentPreview({ object }: PreviewProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">{t('content.preview')}</h2>
      {!object.previewable && <p className="state-text">{t('content.noPreview')}</p>}
      {object.previewable && !isOpen && (
        <Button onPress={() => setOpen(true)}>{t('content.showPreview')}</Button>
      )}
      {isOpen && <Frames object={object} />}
    </section>
  );
}

/** One part at a time; each can be opened in a separate window. */
function Frames({ object }: PreviewProps): ReactNode {
  const { t } = useTexts();
  const query = usePreview(object.id);
  const { data } = query;
  const [chosen, setChosen] = useState<string>();
  const isRefused = useFrameRefusal();
  if (!data) return <NoAnswer query={query} rows={3} />;
  const shown = data.hits.find(({ id }) => String(id) === chosen) ?? data.hits[0];
  if (!shown) return <p className="state-text">{t('content.noPreview')}</p>;
  return (
    <>
      {data.hits.length > 1 && (
        <div className="content-part-choice">
          <SelectField
            label={t('content.part')}
            choices={data.hits.map(({ id, title }, index) => ({
              id: String(id),
              name: `${index + 1}. ${title}`,
            }))}
            value={String(shown.id)}
            onChange={setChosen}
          />
        </div>
      )}
      {isRefused ? (
        <p className="notice">{t('content.otherOrigin')}</p>
      ) : (
        <iframe
          className="content-frame"
          src={shown.url}
          title={t('content.previewOf', { title: shown.title })}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          allowFullScreen
        />
      )}
      <p className="content-window">
        <a href={shown.url} target="_blank" rel="noreferrer">
          {t('content.newWindow')}
        </a>
      </p>
    </>
  );
}

/** Whether the page's Content-Security-Policy blocks the frame, because the preview has another origin. */
function useFrameRefusal(): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    function see({ effectiveDirective }: SecurityPolicyViolationEvent): void {
      if (effectiveDirective === 'frame-src') setRefused(true);
    }
    document.addEventListener('securitypolicyviolation', see);
    return () => document.removeEventListener('securitypolicyviolation', see);
  }, []);
  return isRefused;
}

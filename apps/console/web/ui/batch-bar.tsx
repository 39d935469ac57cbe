import type { ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import type { BatchProgress } from '../api/batch.js';
import type { CatalogueKey } from '../texts/en/index.js';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { FormError } from './states.js';

interface BarProps {
  batch: {
    progress: Pick<BatchProgress<unknown>, 'state' | 'done' | 'total' | 'interruption'>;
    pause: () => void;
    resume: () => void;
  };
  /** The text of the progress, with the values `done` and `total`. */
  name: CatalogueKey;
}

/** The progress of a batch, with a button that pauses or resumes it. */
export function BatchBar({ batch, name }: BarProps): ReactNode {
  const { t } = useTexts();
  const { state, done, total, interruption } = batch.progress;
  if (state === 'idle') return null;
  const text = t(name, { done, total });
  return (
    <>
      <div className="batch">
        <ProgressBar aria-label={text} value={done} maxValue={total} valueLabel={text}>
          {({ percentage }) => (
            <>
              <span className="meter">
                <span style={{ width: `${percentage}%` }} />
              </span>
              <span>{text}</span>
            </>
          )}
        </ProgressBar>
        {state === 'running' && <Button onPress={batch.pause}>{t('batch.pause')}</Button>}
        {state === 'paused' && <Button onPress={batch.resume}>{t('batch.resume')}</Button>}
      </div>
      <FormError error={interruption ?? null} />
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { onConnectionChange } from '../api/connection.js';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { errorSentence, missingRight } from './error-sentence.js';
import { limitSentence } from './limit-words.js';

interface EmptyProps {
  title: string;
  children?: ReactNode;
  /** A button for the first step, or for clearing filters. */
  action?: ReactNode;
}

/** Displayed if a list is empty or has no matches. */
export function EmptyState({ title, children, action }: EmptyProps): ReactNode {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children && <div className="state-text">{children}</div>}
      {action && <div className="actions">{action}</div>}
    </div>
  );
}

interface ErrorProps {
  error: Error;
  onRetry?: () => void;
}

/** An error's message, its remedy, and the reference to quote. */
export function ErrorState({ error, onRetry }: ErrorProps): ReactNode {
  const words = useTexts();
  const { t } = words;
  const right = error instanceof ApiError ? missingRight(error, words) : undefined;
  const canRetry = onRetry && !(error instanceof ApiError && error.status === 403);
  return (
    <div className="state state-error" role="alert">
      <p className="state-title">{errorSentence(error, words)}</p>
      {right && <p className="state-text">{t('error.right', { right })}</p>}
      <ErrorReference error={error} />
      {canRetry && (
        <div className="actions">
          <Button onPress={onRetry}>{t('ui.tryAgain')}</Button>
        </div>
      )}
    </div>
  );
}

interface FormErrorProps {
  error: Error | null;
  /** Messages that are specific to the form, by error code. */
  sentences?: Readonly<Record<string, string>>;
}

/** The error of a form, between its fields and its buttons, until its cause has gone. */
export function FormError({ error, sentences = {} }: FormErrorProps): ReactNode {
  const words = useTexts();
  const { t } = words;
  const id = useId();
  const isOver = useSyncExternalStore(onConnectionChange, () => error instanceof ApiError && error.isOver);
  if (!error || isOver) return null;
  const sentence = error instanceof ApiError ? sentences[error.code] : undefined;
  const isLimit = error instanceof ApiError && error.code === 'limit_reached';
  const limit = isLimit ? limitSentence(error.refusal, words) : undefined;
  const right = error instanceof ApiError ? missingRight(error, words) : undefined;
  return (
    <div className="form-error" role="alert" aria-labelledby={id}>
      <p id={id}>{sentence ?? errorSentence(error, words)}</p>
      {limit && (
        <p>
          {limit} <Link to="/portal">{t('error.limits')}</Link>
        </p>
      )}
      {right && <p>{t('error.right', { right })}</p>}
      <ErrorReference error={error} />
    </div>
  );
}

function ErrorReference({ error }: { error: Error }): ReactNode {
  const { t } = useTexts();
  const ref = error instanceof ApiError ? error.refusal.ref : undefined;
  if (!ref) return null;
  return (
    <p className="reference">
      {t('error.ref')} <code>{ref}</code> <CopyButton text={ref} label={t('error.ref')} />
    </p>
  );
}

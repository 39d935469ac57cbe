import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import { FormError } from '../../ui/states.js';

/** The error of a change; 404 means that the object belongs to another portal. */
export function ContentError({ error }: { error: Error | null }): ReactNode {
  const { t } = useTexts();
  if (error instanceof ApiError && error.status === 404)
    return (
      <p className="form-error" role="alert">
        {t('content.foreign')}
      </p>
    );
  return <FormError error={error} />;
}

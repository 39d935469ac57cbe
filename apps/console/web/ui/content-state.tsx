import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Badge } from './badge.js';

/** The state of a learning object: whether learners see it. */
export function ContentState({ isPublished }: { isPublished: boolean }): ReactNode {
  const { t } = useTexts();
  return (
    <Badge tone={isPublished ? 'good' : 'off'}>
      {t(isPublished ? 'content.published' : 'content.draft')}
    </Badge>
  );
}

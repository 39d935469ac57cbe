import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import type { ContentSelectionId, ContentSelectionKind } from './content-selection.js';

interface LinkProps {
  kind: ContentSelectionKind;
  id: ContentSelectionId;
  children: ReactNode;
}

/** A link from a row to its page. */
export function SelectionLink({ kind, id, children }: LinkProps): ReactNode {
  if (kind === 'groups')
    return (
      <Link to="/groups/$id" params={{ id }} className="row-link">
        {children}
      </Link>
    );
  return (
    <Link to="/collections/$id" params={{ id }} className="row-link">
      {children}
    </Link>
  );
}

/** A link from a page to its list. */
export function ToSelections({ kind }: { kind: ContentSelectionKind }): ReactNode {
  const { t } = useTexts();
  return <Link to={kind === 'groups' ? '/groups' : '/collections'}>{t(`selections.title.${kind}`)}</Link>;
}

import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import { CopyButton } from '../../ui/copy-button.js';
import { PageHead } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { ErrorPage } from '../../ui/error-page.js';
import { Fact, FactList } from '../../ui/facts.js';
import { Time } from '../../ui/time.js';
import { AddItemsButton } from './add-items.js';
import type {
  ContentSelection,
  ContentSelectionId,
  ContentSelectionKind,
  SelectionProps,
} from './content-selection.js';
import { DeleteButton } from './delete-selection.js';
import { RenameButton } from './rename-selection.js';
import { SelectionItems } from './selection-items.js';
import { ToSelections } from './selection-link.js';
import { useCanWrite } from './selection-rights.js';
import { useSelection } from './selections.queries.js';

const collectionRoute = getRouteApi('/shell/collections/$id');
const groupRoute = getRouteApi('/shell/groups/$id');

/** A collection of the portal. */
export function CollectionPage(): ReactNode {
  const { id } = collectionRoute.useParams();
  const { q } = collectionRoute.useSearch();
  const navigate = collectionRoute.useNavigate();
  return (
    <SelectionPage
      kind="collections"
      id={id}
      keyword={q}
      onSearch={(keyword) => void navigate({ search: keyword ? { q: keyword } : {}, replace: true })}
    />
  );
}

/** A content group: the portal's own, or one that it subscribes to. */
export function GroupPage(): ReactNode {
  const { id } = groupRoute.useParams();
  const { q } = groupRoute.useSearch();
  const navigate = groupRoute.useNavigate();
  return (
    <SelectionPage
      kind="groups"
      id={id}
      keyword={q}
      onSearch={(keyword) => void navigate({ search: keyword ? { q: keyword } : {}, replace: true })}
    />
  );
}

interface PageProps {
  kind: ContentSelectionKind;
  id: ContentSelectionId;
  keyword: string | undefined;
  onSearch: (keyword: string | undefined) => void;
}

function SelectionPage({ kind, id, ...search }: PageProps): ReactNode {
  const { t } = useTexts();
  const { data: selection, error, refetch } = useSelection(kind, id);
  const canWrite = useCanWrite(kind);
  // cached data may have been deleted since
  const isGone = error instanceof ApiError && error.status === 404;
  if (error && (!selection || isGone))
    return (
      <ErrorPage
        title={t(`selections.numbered.${kind}`, { id: String(id) })}
        above={<ToSelections kind={kind} />}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!selection) return <SkeletonRows isPage />;
  const canChange = canWrite && selection.own !== false;
  const shown = { kind, id, selection };
  return (
    <>
      <PageHead
        title={selection.title}
        above={<ToSelections kind={kind} />}
        actions={canChange && <SelectionActions {...shown} />}
      >
        <SelectionFacts kind={kind} selection={selection} />
        {kind === 'groups' && (
          <p className="state-text">{t(selection.own ? 'selections.subscribers' : 'content.foreign')}</p>
        )}
      </PageHead>
      <SelectionItems key={`${kind} ${id}`} {...shown} {...search} canChange={canChange} />
    </>
  );
}

function SelectionActions(props: SelectionProps): ReactNode {
  return (
    <>
      <AddItemsButton {...props} />
      <RenameButton {...props} />
      {props.id !== 'default' && <DeleteButton {...props} />}
    </>
  );
}

interface FactsProps {
  kind: ContentSelectionKind;
  selection: ContentSelection;
}

function SelectionFacts({ kind, selection }: FactsProps): ReactNode {
  const { t, locale } = useTexts();
  return (
    <FactList>
      {kind === 'groups' && (
        <Fact name={t('selections.owner')}>
          {t(selection.own ? 'selections.owner.own' : 'selections.owner.other')}
        </Fact>
      )}
      <Fact name={t('content.title')}>{selection.items_count.toLocaleString(locale)}</Fact>
      <Fact name={t('ui.changed')}>
        <Time value={selection.updated_time} />
      </Fact>
      <Fact name={t('selections.since')}>
        <Time value={selection.created_time} />
      </Fact>
      <Fact name={t('ui.number')}>
        <span className="code">{selection.id}</span>{' '}
        <CopyButton text={String(selection.id)} label={t('ui.number')} />
      </Fact>
    </FactList>
  );
}

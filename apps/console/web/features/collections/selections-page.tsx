import type { ReactNode } from 'react';
import { ContentTabs } from '../../app/content-tabs.js';
import { useTexts } from '../../texts/texts.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { RelativeTime } from '../../ui/time.js';
import type { ContentSelection, ContentSelectionKind } from './content-selection.js';
import { CreateSelectionButton } from './create-selection.js';
import { SelectionLink } from './selection-link.js';
import { useCanWrite } from './selection-rights.js';
import { useSelectionList } from './selections.queries.js';

/** The collections of the portal. */
export const CollectionsPage = (): ReactNode => <SelectionsPage kind="collections" />;
/** The content groups of the portal, and those that it subscribes to. */
export const GroupsPage = (): ReactNode => <SelectionsPage kind="groups" />;

interface PageProps {
  kind: ContentSelectionKind;
}

function SelectionsPage({ kind }: PageProps): ReactNode {
  const { t } = useTexts();
  const create = useCanWrite(kind) && <CreateSelectionButton kind={kind} />;
  return (
    <>
      <PageHead title={t(`selections.title.${kind}`)} actions={create}>
        <p className="state-text">{t(`selections.intro.${kind}`)}</p>
      </PageHead>
      <ContentTabs />
      <SelectionList kind={kind} create={create} />
    </>
  );
}

function SelectionList({ kind, create }: PageProps & { create: ReactNode }): ReactNode {
  const { t } = useTexts();
  const query = useSelectionList(kind);
  const { data } = query;
  if (!data) return <NoAnswer query={query} />;
  const hits = data.pages.flatMap((page) => page.hits);
  if (hits.length === 0) return <EmptyState title={t('selections.noItems')} action={create} />;
  const columns = [
    { name: t('content.name') },
    ...(kind === 'groups' ? [{ name: t('selections.owner') }] : []),
    { name: t('content.title'), isNumber: true },
    { name: t('ui.changed'), isNumber: true },
  ];
  return (
    <>
      <Table caption={t(`selections.title.${kind}`)} columns={columns}>
        {hits.map((selection, index) => (
          <SelectionRow
            key={selection.id}
            kind={kind}
            selection={selection}
            isDefault={kind === 'collections' && index === 0}
          />
        ))}
      </Table>
      <MoreRows query={query} />
    </>
  );
}

interface RowProps {
  kind: ContentSelectionKind;
  selection: ContentSelection;
  isDefault: boolean;
}

function SelectionRow({ kind, selection, isDefault }: RowProps): ReactNode {
  const { t, locale } = useTexts();
  return (
    <tr>
      <th scope="row">
        <SelectionLink kind={kind} id={isDefault ? 'default' : selection.id}>
          {selection.title}
        </SelectionLink>
        {isDefault && <span className="tag">{t('selections.default')}</span>}
      </th>
      {kind === 'groups' && (
        <td data-column={t('selections.owner')} className="quiet">
          {t(selection.own ? 'selections.owner.own' : 'selections.owner.other')}
        </td>
      )}
      <td data-column={t('content.title')} className="number">
        {selection.items_count.toLocaleString(locale)}
      </td>
      <td data-column={t('ui.changed')} className="quiet number">
        <RelativeTime value={selection.updated_time} />
      </td>
    </tr>
  );
}

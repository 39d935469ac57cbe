import type { ReactNode } from 'react';
import { ContentTabs } from '../../app/content-tabs.js';
import { useTexts } from '../../texts/texts.js';
import { PagedTable } from '../../ui/paged-table.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
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
  const { t, locale } = useTexts();
  const query = useSelectionList(kind);
  const isDefault = ({ id }: ContentSelection): boolean =>
    kind === 'collections' && id === query.data?.pages[0]?.hits[0]?.id;
  const owner = {
    name: t('selections.owner'),
    className: 'quiet',
    cell: ({ own: isOwn }: ContentSelection) => t(isOwn ? 'selections.owner.own' : 'selections.owner.other'),
  };
  return (
    <PagedTable
      query={query}
      none={<EmptyState title={t('selections.noItems')} action={create} />}
      caption={t(`selections.title.${kind}`)}
      toKey={({ id }) => id}
      columns={[
        {
          name: t('content.name'),
          cell: (selection) => (
            <>
              <SelectionLink kind={kind} id={isDefault(selection) ? 'default' : selection.id}>
                {selection.title}
              </SelectionLink>
              {isDefault(selection) && <span className="tag">{t('selections.default')}</span>}
            </>
          ),
        },
        ...(kind === 'groups' ? [owner] : []),
        {
          name: t('content.title'),
          isNumber: true,
          cell: ({ items_count: count }) => count.toLocaleString(locale),
        },
        {
          name: t('ui.changed'),
          className: 'quiet',
          isNumber: true,
          cell: ({ updated_time: time }) => <RelativeTime value={time} />,
        },
      ]}
    />
  );
}

import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { ContentState } from '../../ui/content-state.js';
import { Filters } from '../../ui/filters.js';
import { PagedTable } from '../../ui/paged-table.js';
import { EmptyState } from '../../ui/states.js';
import { WordField } from '../../ui/word-field.js';
import { AddItemsButton } from './add-items.js';
import type { SelectedObject, SelectionProps } from './content-selection.js';
import { RemoveItemDialog } from './remove-item.js';
import { useSelectionItems } from './selections.queries.js';

interface ItemsProps extends SelectionProps {
  keyword: string | undefined;
  onSearch: (keyword: string | undefined) => void;
  canChange: boolean;
}

/** The learning objects in a selection, with a search by keywords. */
export function SelectionItems(props: ItemsProps): ReactNode {
  const { t } = useTexts();
  const { selection, keyword, onSearch } = props;
  return (
    <section aria-labelledby="items">
      <h2 id="items">{t('content.items')}</h2>
      {(selection.items_count > 0 || keyword !== undefined) && (
        <Filters label={t('content.items')}>
          <div className="people-search">
            <WordField
              label={t('content.keyword')}
              value={keyword ?? ''}
              onChange={(text) => onSearch(text === '' ? undefined : text)}
            />
          </div>
        </Filters>
      )}
      <ItemTable {...props} />
    </section>
  );
}

function ItemTable({ keyword, onSearch, canChange, ...props }: ItemsProps): ReactNode {
  const { t } = useTexts();
  const [unwanted, setUnwanted] = useState<SelectedObject>();
  const remove = {
    name: t('selections.remove'),
    isHidden: true,
    className: 'number content-row-action',
    cell: (object: SelectedObject) => (
      <Button
        look="quiet"
        aria-label={t('selections.removeOne', { title: object.title })}
        onPress={() => setUnwanted(object)}
      >
        {t('selections.remove')}
      </Button>
    ),
  };
  return (
    <>
      <PagedTable
        query={useSelectionItems(props.kind, props.id, keyword)}
        lines={3}
        none={
          keyword === undefined ? (
            <EmptyState title={t('selections.noItems')} action={canChange && <AddItemsButton {...props} />} />
          ) : (
            <EmptyState
              title={t('content.noMatch')}
              action={<Button onPress={() => onSearch(undefined)}>{t('ui.clear')}</Button>}
            >
              <p>{t('content.noMatchText')}</p>
            </EmptyState>
          )
        }
        caption={t('content.items')}
        toKey={({ id }) => id}
        columns={[
          {
            name: t('content.name'),
            cell: ({ id, title }) => (
              <Link to="/content/$id" params={{ id }} className="row-link">
                {title}
              </Link>
            ),
            below: ({ provider }) => provider.name,
          },
          { name: t('content.type'), className: 'one-line', cell: ({ type }) => t(`content.type.${type}`) },
          {
            name: t('ui.state'),
            cell: ({ published: isPublished }) => <ContentState isPublished={isPublished} />,
          },
          ...(canChange ? [remove] : []),
        ]}
      />
      <RemoveItemDialog {...props} object={unwanted} onClose={() => setUnwanted(undefined)} />
    </>
  );
}

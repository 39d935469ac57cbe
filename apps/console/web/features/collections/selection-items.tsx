import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Filters } from '../../ui/filters.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
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

/** The learning objects in it, found by words. */
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
  const query = useSelectionItems(props.kind, props.id, keyword);
  const { data } = query;
  if (!data) return <NoAnswer query={query} rows={3} />;
  const hits = data.pages.flatMap((page) => page.hits);
  if (hits.length === 0 && keyword !== undefined)
    return (
      <EmptyState
        title={t('content.noMatch')}
        action={<Button onPress={() => onSearch(undefined)}>{t('ui.clear')}</Button>}
      >
        <p>{t('content.noMatchText')}</p>
      </EmptyState>
    );
  if (hits.length === 0)
    return <EmptyState title={t('selections.noItems')} action={canChange && <AddItemsButton {...props} />} />;
  const columns = [
    { name: t('content.name') },
    { name: t('content.type') },
    { name: t('ui.state') },
    ...(canChange ? [{ name: t('selections.remove'), isHidden: true }] : []),
  ];
  return (
    <>
      <Table caption={t('content.items')} columns={columns} isStale={query.isPlaceholderData}>
        {hits.map((object) => (
          <tr key={object.id}>
            <th scope="row">
              <Link to="/content/$id" params={{ id: object.id }} className="row-link">
                {object.title}
              </Link>
              <span className="quiet below">{object.provider.name}</span>
            </th>
            <td data-column={t('content.type')} className="one-line">
              {t(`content.type.${object.type}`)}
            </td>
            <td data-column={t('ui.state')}>
              <Badge tone={object.published ? 'good' : 'off'}>
                {t(object.published ? 'content.published' : 'content.draft')}
              </Badge>
            </td>
            {canChange && (
              <td className="number content-row-action">
                <Button
                  look="quiet"
                  aria-label={t('selections.removeOne', { title: object.title })}
                  onPress={() => setUnwanted(object)}
                >
                  {t('selections.remove')}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </Table>
      <MoreRows query={query} />
      <RemoveItemDialog {...props} object={unwanted} onClose={() => setUnwanted(undefined)} />
    </>
  );
}

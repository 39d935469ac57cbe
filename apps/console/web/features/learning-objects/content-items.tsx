import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { formatMinutes, typeName } from './content-values.js';
import type { ConsoleLearningObject } from './learning-objects.queries.js';

interface ItemsProps {
  items: readonly ConsoleLearningObject[];
}

/** The items of a course, in its order. */
export function ContentItems({ items }: ItemsProps): ReactNode {
  const { t } = useTexts();
  return (
    <section aria-labelledby="items">
      <h2 id="items">{t('content.items')}</h2>
      <ItemList items={items} />
    </section>
  );
}

function ItemList({ items }: ItemsProps): ReactNode {
  const { t, locale } = useTexts();
  return (
    <ol className="content-items">
      {items.map((item) => {
        const duration = formatMinutes(item.delivery.duration, locale);
        return (
          <li key={item.id}>
            <Link to="/content/$id" params={{ id: item.id }} className="row-link">
              {item.title}
            </Link>
            <span className="quiet content-kind">
              {typeName(item.type, t)}
              {duration && ` · ${duration}`}
              {!item.published && ` · ${t('content.draft')}`}
            </span>
            {item.items.length > 0 && <ItemList items={item.items} />}
          </li>
        );
      })}
    </ol>
  );
}

import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { roleKeys } from '../../ui/error-sentence.js';
import { hasFilters } from '../../ui/filters.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { exportAddress } from '../../ui/search-params.js';
import { Table } from '../../ui/table.js';
import { Time, useZone } from '../../ui/time.js';
import { readAgent } from './agent-name.js';
import { isAuditEvent } from './audit-events.js';
import { AuditLogFilters } from './audit-log-filters.js';
import type { AuditLogSearch } from './audit-log-search.js';
import { useAuditLog, type AuditLogEntry } from './audit-log.queries.js';

const route = getRouteApi('/shell/audit');

/** The page of acts in the portal, by whom, and from where: the filters stand in the address. */
export function AuditLogPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (filters: AuditLogSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <PageHead
        title={t('audit.title')}
        actions={
          <a className="button button-plain" href={exportAddress('/v2/audit-log', search)} download>
            {t('audit.export')}
          </a>
        }
      >
        <p className="state-text">{t('audit.intro')}</p>
      </PageHead>
      <AuditLogFilters search={search} onChange={change} />
      <AuditLogList search={search} onClear={() => change({})} />
    </>
  );
}

function AuditLogList({ search, onClear }: { search: AuditLogSearch; onClear: () => void }): ReactNode {
  const { t } = useTexts();
  const zone = useZone();
  const query = useAuditLog(search);
  const { data } = query;
  if (!data) return <NoAnswer query={query} />;
  const hits = data.pages.flatMap((page) => page.hits);
  if (hits.length === 0) {
    const isFiltered = hasFilters(search);
    return (
      <EmptyState
        title={t(isFiltered ? 'audit.noMatch' : 'audit.none')}
        action={isFiltered && <Button onPress={onClear}>{t('ui.clear')}</Button>}
      />
    );
  }
  const columns = [
    { name: t('ui.event') },
    { name: t('ui.person') },
    { name: t('audit.application') },
    { name: t('audit.origin') },
    { name: t('audit.details') },
    { name: t('ui.timeIn', { zone }), isNumber: true },
  ];
  return (
    <>
      <Table caption={t('audit.title')} columns={columns} isStale={query.isPlaceholderData}>
        {hits.map((entry) => (
          <AuditLogRow key={entry.id} entry={entry} search={search} />
        ))}
      </Table>
      <MoreRows query={query} />
    </>
  );
}

/** One of the details of an entry. */
interface AuditDetail {
  name: string;
  value: AuditLogEntry['details'][string];
}

/** An event, a person or an application in a row leads to all entries with it. */
function AuditLogRow({ entry, search }: { entry: AuditLogEntry; search: AuditLogSearch }): ReactNode {
  const { t } = useTexts();
  const { actor, client_id: clientId, ip, event } = entry;
  return (
    <tr>
      <th scope="row" className="whole-words">
        <Link to="/audit" search={{ ...search, event }} className="cell-link">
          {isAuditEvent(event) ? t(`audit.did.${event}`) : event}
        </Link>
        <span className="quiet code below">{event}</span>
      </th>
      <td data-column={t('ui.person')} className="whole-words">
        {actor ? (
          <Link to="/audit" search={{ ...search, user_id: actor.user_id }} className="cell-link">
            {actor.name}
          </Link>
        ) : (
          <span className="quiet">{t('audit.nobody')}</span>
        )}
      </td>
      <td data-column={t('audit.application')} className="audit-part">
        {clientId && (
          <Link to="/audit" search={{ ...search, client_id: clientId }} className="cell-link code">
            {clientId}
          </Link>
        )}
      </td>
      <td data-column={t('audit.origin')} className="audit-origin">
        {ip && (
          <span className="code">
            <Breakable text={ip} />
          </span>
        )}
        <AuditLogAgent entry={entry} />
      </td>
      <td data-column={t('audit.details')} className="audit-part">
        <AuditLogDetails details={entry.details} />
      </td>
      <td data-column={t('audit.time')} className="quiet number">
        <Time value={entry.time} withZone={false} />
      </td>
    </tr>
  );
}

/** A browser by its name, with all that it says of itself under the pointer; another program in its own words. */
function AuditLogAgent({ entry: { user_agent: userAgent } }: { entry: AuditLogEntry }): ReactNode {
  const { t } = useTexts();
  if (!userAgent) return null;
  const agent = readAgent(userAgent);
  return (
    <span className="quiet below" title={userAgent}>
      {agent ? t('audit.agentOn', agent) : userAgent}
    </span>
  );
}

function AuditLogDetails({ details }: { details: AuditLogEntry['details'] }): ReactNode {
  const { t, has } = useTexts();
  const shown = Object.entries(details).filter(([, value]) => String(value ?? '') !== '');
  if (shown.length === 0) return null;
  return (
    <dl className="audit-details">
      {shown.map(([name, value]) => {
        const key = `audit.detail.${name}`;
        return (
          <div key={name}>
            <dt>{has(key) ? t(key) : name}</dt>
            <dd>
              <AuditLogDetail name={name} value={value} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A number leads to what it stands for; fields and roles of a person are in words. */
function AuditLogDetail({ name, value }: AuditDetail): ReactNode {
  const { t, has } = useTexts();
  if (name === 'user_id' && typeof value === 'number')
    return (
      <Link to="/people/$id" params={{ id: value }}>
        {value}
      </Link>
    );
  if (name === 'webhook_id' && typeof value === 'number')
    return (
      <Link to="/webhooks/$id" params={{ id: value }}>
        {value}
      </Link>
    );
  const say = (item: unknown): string => {
    const text = String(item);
    const keys = name === 'fields' ? [`people.field.${text}`, `people.${text}`] : [roleKeys[text] ?? ''];
    const key = keys.find(has);
    return key === undefined ? text : t(key);
  };
  return <Breakable text={Array.isArray(value) ? value.map(say).join(', ') : String(value)} />;
}

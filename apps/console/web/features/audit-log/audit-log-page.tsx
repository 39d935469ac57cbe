import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import type { Words } from '../../texts/words.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { roleKeys } from '../../ui/error-sentence.js';
import { hasFilters } from '../../ui/filters.js';
import { PageHead } from '../../ui/page.js';
import { PagedTable } from '../../ui/paged-table.js';
import { EmptyState } from '../../ui/states.js';
import { exportAddress } from '../../ui/search-params.js';
import { Time, useZone } from '../../ui/time.js';
import { readAgent } from './agent-name.js';
import { AuditLogFilters, nameEvent } from './audit-log-filters.js';
import type { AuditLogSearch } from './audit-log-search.js';
import { useAuditLog, type AuditLogEntry } from './audit-log.queries.js';

const route = getRouteApi('/shell/audit');
/** More scopes than this are folded. */
const MAX_UNFOLDED_SCOPES = 3;

/** The page of the portal's audit log; its filters are in the URL. */
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

/** The entries; an event, a person or an application in a row links to all entries with it. */
function AuditLogList({ search, onClear }: { search: AuditLogSearch; onClear: () => void }): ReactNode {
  const words = useTexts();
  const { t } = words;
  const zone = useZone();
  const isFiltered = hasFilters(search);
  return (
    <PagedTable
      query={useAuditLog(search)}
      none={
        <EmptyState
          title={t(isFiltered ? 'audit.noMatch' : 'audit.none')}
          action={isFiltered && <Button onPress={onClear}>{t('ui.clear')}</Button>}
        />
      }
      caption={t('audit.title')}
      toKey={({ id }) => id}
      columns={[
        {
          name: t('ui.event'),
          className: 'whole-words',
          cell: ({ event }) => (
            <Link to="/audit" search={{ ...search, event }} className="cell-link">
              {nameEvent(event, words)}
            </Link>
          ),
          below: ({ event }) => <span className="code">{event}</span>,
        },
        {
          name: t('ui.person'),
          className: 'whole-words',
          cell: ({ actor }) =>
            actor ? (
              <Link to="/audit" search={{ ...search, user_id: actor.user_id }} className="cell-link">
                {actor.name}
              </Link>
            ) : (
              <span className="quiet">{t('audit.nobody')}</span>
            ),
        },
        {
          name: t('audit.application'),
          className: 'audit-part',
          cell: ({ client_id: clientId, client_name: name }) =>
            clientId && (
              <Link
                to="/audit"
                search={{ ...search, client_id: clientId }}
                className={name === null ? 'cell-link code' : 'cell-link'}
                title={clientId}
              >
                {name ?? clientId}
              </Link>
            ),
        },
        {
          name: t('audit.origin'),
          className: 'audit-origin',
          cell: ({ ip }) =>
            ip && (
              <span className="code">
                <Breakable text={ip} />
              </span>
            ),
          below: ({ user_agent: agent }) => agent && <AuditLogAgent name={agent} />,
        },
        {
          name: t('audit.details'),
          className: 'audit-part',
          cell: ({ details }) => <AuditLogDetails details={details} />,
        },
        {
          name: t('ui.timeIn', { zone }),
          phoneName: t('audit.time'),
          className: 'quiet',
          isNumber: true,
          cell: ({ time }) => <Time value={time} withZone={false} />,
        },
      ]}
    />
  );
}

/** One of the details of an entry. */
interface AuditDetail {
  name: string;
  value: AuditLogEntry['details'][string];
}

/** The name of a browser, with the User-Agent as tooltip; for other programs, the User-Agent. */
function AuditLogAgent({ name }: { name: string }): ReactNode {
  const words = useTexts();
  const agent = readAgent(name);
  return <span title={name}>{agent ? words.t('audit.agentOn', agent) : nameValue(name, words)}</span>;
}

/** The text of a value that the service writes into the log, such as a reason; other values as they are. */
function nameValue(value: string, { t, has }: Words): string {
  const command = /^command line(, .*)$/.exec(value)?.[1];
  if (command) return t('audit.value.command_line') + command;
  const key = `audit.value.${value.replace(/\W+/g, '_')}`;
  return has(key) ? t(key) : value;
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

/** Details that people or applications have written; one may be a word of the service by chance. */
const writtenByUsers: readonly string[] = ['name', 'before', 'after'];

/** A detail: ids link to their objects; fields, roles and known values are translated. */
function AuditLogDetail({ name, value }: AuditDetail): ReactNode {
  const words = useTexts();
  const { t, has } = words;
  if (name === 'user_id' && typeof value === 'number')
    return (
      <Link to="/people/$id" params={{ id: value }}>
        {value}
      </Link>
    );
  if (name === 'status') return t(value ? 'people.status.active' : 'people.status.blocked');
  if (name === 'webhook_id' && typeof value === 'number')
    return (
      <Link to="/webhooks/$id" params={{ id: value }}>
        {value}
      </Link>
    );
  if (name === 'scopes' && typeof value === 'string') return <AuditLogScopes scopes={value.split(' ')} />;
  const toItemText = (item: unknown): string => {
    const text = String(item);
    const fieldKeys = [`audit.field.${text}`, `people.field.${text}`, `people.${text}`];
    const keys = name === 'fields' ? fieldKeys : [roleKeys[text] ?? ''];
    const key = keys.find(has);
    return key === undefined ? text : t(key);
  };
  const toText = (single: string) => (writtenByUsers.includes(name) ? single : nameValue(single, words));
  return <Breakable text={Array.isArray(value) ? value.map(toItemText).join(', ') : toText(String(value))} />;
}

/** A few scopes; more are folded. */
function AuditLogScopes({ scopes }: { scopes: readonly string[] }): ReactNode {
  const { t } = useTexts();
  const list = <Breakable text={scopes.join(', ')} />;
  if (scopes.length <= MAX_UNFOLDED_SCOPES) return list;
  return (
    <details>
      <summary>{t('audit.scopes', { count: scopes.length })}</summary>
      {list}
    </details>
  );
}

import type { ReactNode } from 'react';
import { useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';

/** Links to what the servers say about themselves: guides, references and whether they are ready. */
export function GuideLinks(): ReactNode {
  const { t } = useTexts();
  const { addresses } = useSignedIn();
  const api = addresses.api.replace(/\/$/, '');
  const auth = addresses.auth.replace(/\/$/, '');
  const links = [
    { name: t('overview.guides'), url: `${api}/docs/guides` },
    { name: t('overview.apiReference'), url: `${api}/docs` },
    { name: t('overview.authReference'), url: `${auth}/docs` },
    { name: t('overview.apiStatus'), url: `${api}/health/ready` },
    { name: t('overview.authStatus'), url: `${auth}/health/ready` },
  ];
  return (
    <ul className="guide-links">
      {links.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

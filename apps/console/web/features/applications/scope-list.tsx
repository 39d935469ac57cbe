import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { applicationScopes, isFarReaching, type ApplicationScope } from './application-types.js';

/** A list of scopes, in the words of the consent page. */
export function ScopeList({ scopes }: { scopes: readonly ApplicationScope[] }): ReactNode {
  return (
    <ul className="scope-list">
      {applicationScopes
        .filter((scope) => scopes.includes(scope))
        .map((scope) => (
          <li key={scope}>
            <ScopeWords scope={scope} />
          </li>
        ))}
    </ul>
  );
}

export function ScopeWords({ scope }: { scope: ApplicationScope }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {t(`applications.scope.${scope}`)} <code className="quiet">{scope}</code>
      {isFarReaching(scope) && <span className="tag">{t('applications.farReaching')}</span>}
    </>
  );
}

import { Link, Outlet, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { useTexts } from '../texts/texts.js';
import { PageHead } from '../ui/page.js';
import { ErrorState } from '../ui/states.js';
import { useSignedIn } from './session-context.js';

/** The scope and the roles (one of them; undefined: any) that a page needs. */
interface PageNeeds {
  scope: string;
  roles: readonly string[] | undefined;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: PageNeeds;
  }
}

/** The page of the URL, or the right that the person lacks for it. The API enforces the rights. */
export function AllowedOutlet(): ReactNode {
  const { t } = useTexts();
  const { scopes, roles } = useSignedIn();
  const needs = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.needs)?.staticData.needs,
  });
  if (!needs) return <Outlet />;
  const hasRole = !needs.roles || needs.roles.some((role) => roles.includes(role));
  if (hasRole && scopes.includes(needs.scope)) return <Outlet />;
  const refusal = hasRole
    ? { error_code: 'insufficient_scope', message: `This needs the scope ${needs.scope}.` }
    : { error_code: 'role_required', message: `This needs the role ${needs.roles?.join(', ')}.` };
  return (
    <>
      <PageHead title={t('home.nothing')} />
      <ErrorState error={new ApiError(403, refusal)} />
      <p>
        <Link to="/">{t('notFound.home')}</Link>
      </p>
    </>
  );
}

import { createContext, use, type ReactNode } from 'react';
import type { ConsoleSession } from './session.queries.js';

const SessionContext = createContext<ConsoleSession | null>(null);

export function SessionProvider(props: { session: ConsoleSession; children: ReactNode }): ReactNode {
  return <SessionContext value={props.session}>{props.children}</SessionContext>;
}

/** The session of the person who is signed in; use only within the shell. */
export function useSignedIn(): ConsoleSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useSignedIn needs <SessionProvider> around it');
  return session;
}

/** Whether the session has the scope: actions without their scope are hidden. */
export const useHasScope = (scope: string): boolean => useSignedIn().scopes.includes(scope);

/** Whether an administrator's session has the scope. */
export function useAdministrates(scope: string): boolean {
  const { roles, scopes } = useSignedIn();
  return roles.includes('Administrator') && scopes.includes(scope);
}

/** The page of the person's own account, at the authorization server. */
export const useAccountAddress = (): string => `${useSignedIn().addresses.auth}/oauth/account`;

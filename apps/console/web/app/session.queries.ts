import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../clients/typescript/src/generated/resource-api.js';
import { ApiError } from '../api/api-error.js';
import { api, send, SESSION, setCsrf } from '../api/client.js';

/** The session in the form of the console's server. */
export interface ConsoleSession {
  person: Pick<components['schemas']['User'], 'id' | 'full_name' | 'email'>;
  portal: { id: number; name: string };
  roles: string[];
  scopes: string[];
  /** Public URLs of the two servers, for programs of partners. */
  addresses: { auth: string; api: string };
  csrf: string;
}

/** The owner of a session as a text: a person in a portal. */
export const formatOwner = ({ portal, person }: ConsoleSession): string => `${portal.id} ${person.id}`;

/** The session; null if the user is not signed in. */
export const useSession = () =>
  useQuery({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000, retry: false });

async function readSession(): Promise<ConsoleSession | null> {
  try {
    const response = await send(SESSION);
    const session = (await response.json()) as ConsoleSession;
    setCsrf(session.csrf);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    // the page sends every required header except Sec-Fetch-Site, which the browser lacks
    if (error instanceof ApiError && error.code === 'csrf_refused')
      throw new ApiError(403, { error_code: 'browser_outdated' });
    throw error;
  }
}

/** Ends the session, and navigates to the authorization server to sign out there too. */
export async function signOut(): Promise<void> {
  await send('/bff/logout', { method: 'POST' });
  location.assign('/bff/signed-out');
}

type Branding = components['schemas']['Branding'];

/** The name of the portal on pages and in mails. */
export const portalName = ({ name, title }: Pick<Branding, 'name' | 'title'>): string => name ?? title;

/** Name, logo and colour of the portal. */
export const useBranding = () =>
  useQuery<Branding>({
    queryKey: ['Branding_get'],
    queryFn: async () => (await api.GET('/v2/branding')).data!,
    staleTime: 300_000,
  });

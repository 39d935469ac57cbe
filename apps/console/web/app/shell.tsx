import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Announcer } from '../ui/announcer.js';
import { Breakable } from '../ui/breakable.js';
import { focusHeading } from '../ui/page.js';
import { ScrollingNav } from '../ui/scrolling-nav.js';
import { useTexts } from '../texts/texts.js';
import { NoAnswer } from '../ui/no-answer.js';
import { GoTo } from './go-to.js';
import { AllowedOutlet } from './allowed-outlet.js';
import { ConnectionBar } from './connection-bar.js';
import { PersonMenu } from './person-menu.js';
import { showAccent, showFavicon } from './accent.js';
import { listMenuEntries } from './menu.js';
import { SessionDialog } from './session-dialog.js';
import { SessionProvider } from './session-context.js';
import { SignInPage } from './sign-in-page.js';
import { reportSignIn } from './sign-in-window.js';
import { formatOwner, portalName, useBranding, useSession, type ConsoleSession } from './session.queries.js';

/** The frame around all pages; without a session, the sign-in page. */
export function Shell(): ReactNode {
  const query = useSession();
  const { data: session } = query;
  // after the session has ended, the page stays: a dialog over it asks the user to sign in again
  const [former, setFormer] = useState<ConsoleSession | null>(null);
  // another user has signed in, or to another portal: no data of the former page may stay
  const isOther = Boolean(session && former && formatOwner(session) !== formatOwner(former));
  useEffect(() => {
    if (isOther) location.assign('/');
    else if (session) setFormer(session);
  }, [session, isOther]);
  const isSignedIn = Boolean(session);
  useEffect(() => {
    if (isSignedIn) reportSignIn(); // other pages of this browser read their session again
  }, [isSignedIn]);
  const shown = isOther ? former : (session ?? former);
  if (shown) {
    return (
      <SessionProvider session={shown}>
        <SignedInShell session={shown} />
      </SessionProvider>
    );
  }
  if (query.error || query.isPending)
    return (
      <main className="lone">
        <ConnectionBar />
        <NoAnswer query={query} rows={3} />
      </main>
    );
  return <SignInPage />;
}

function SignedInShell({ session }: { session: ConsoleSession }): ReactNode {
  const { t } = useTexts();
  const { data: branding } = useBranding();
  const path = useLocation({ select: ({ pathname }) => pathname });
  useFocusAfterNavigation();
  useEffect(() => {
    showAccent(branding);
    showFavicon(branding?.favicon?.url);
  }, [branding]);
  const name = branding ? portalName(branding) : session.portal.name;
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="side">
        <Link to="/" className="brand">
          {branding?.logo ? (
            <img src={branding.logo.url} alt="" />
          ) : (
            <span aria-hidden="true" className="initial">
              {[...name][0]}
            </span>
          )}
          <span className="brand-name">
            <Breakable text={name} />
          </span>
        </Link>
        <GoTo />
        <ScrollingNav label={t('shell.menu')}>
          <ul className="menu">
            {listMenuEntries(session).map((entry) => (
              <li key={entry.path}>
                <Link
                  to={entry.path}
                  activeOptions={{ exact: entry.path === '/' }}
                  {...(entry.inside?.some((beginning) => path.startsWith(beginning)) && {
                    className: 'active',
                  })}
                >
                  {t(entry.text)}
                </Link>
              </li>
            ))}
          </ul>
        </ScrollingNav>
        <PersonMenu />
      </header>
      <main id="content" className="page">
        <ConnectionBar />
        <AllowedOutlet />
      </main>
      <SessionDialog session={session} />
      <Announcer />
    </div>
  );
}

/** The heading of the new page gets the focus, unless only the address' parameters changed. */
function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) focusHeading();
      }),
    [router],
  );
}

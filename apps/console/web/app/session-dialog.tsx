import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { setSignInRequest, type SignInReason } from '../api/client.js';
import { reportRecovery } from '../api/connection.js';
import { useTexts } from '../texts/texts.js';
import { announce } from '../ui/announcer.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { forgetInput, keepInput, restoreInput } from '../ui/kept-input.js';
import { signInAddress } from './sign-in-address.js';
import { onSignIn, openSignIn } from './sign-in-window.js';
import { formatOwner, type ConsoleSession } from './session.queries.js';

/**
 * Asks the user to sign in again if the session has ended, or a change needs a fresh login. The page and its input stay
 * as they are, and the requests that needed it wait.
 */
export function SessionDialog({ session }: { session: ConsoleSession }): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [need, setNeed] = useState<SignInReason>();
  /** Set if the browser has blocked the pop-up: whether the input is kept during a sign-in on this page. */
  const [blocked, setBlocked] = useState<'kept' | 'lost'>();
  /** Resolve functions of the requests that wait. */
  const waiting = useRef<((isSignedIn: boolean) => void)[]>([]);

  const owner = formatOwner(session);

  function close(isSignedIn: boolean): void {
    for (const answer of waiting.current.splice(0)) answer(isSignedIn);
    setNeed(undefined);
    setBlocked(undefined);
    forgetInput();
  }
  function signIn(): void {
    if (!openSignIn(isFresh)) setBlocked(keepInput(owner) ? 'kept' : 'lost');
  }
  useEffect(() => {
    if (restoreInput(owner)) announce(t('session.restored'));
  }, [owner, t]);
  useEffect(
    () =>
      setSignInRequest((reason) => {
        setNeed((former) => (former === 'session' ? former : reason));
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  useEffect(
    () =>
      onSignIn(() => {
        void queries
          .fetchQuery<ConsoleSession | null>({ queryKey: ['session'], staleTime: 0 })
          .then((next) => {
            // for another owner, the shell replaces the page; without a need, reading the session has set the CSRF value
            if (!next || formatOwner(next) !== owner) return;
            reportRecovery();
            if (need !== undefined) {
              close(true);
              announce(t('session.back'));
            }
            return queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
          });
      }),
    [queries, owner, need, t],
  );

  const isFresh = need === 'fresh';
  return (
    <Dialog
      title={t(isFresh ? 'fresh.title' : 'session.title')}
      isOpen={need !== undefined}
      onClose={() => close(false)}
    >
      <p>{blocked ? t(`session.${blocked}`) : t(isFresh ? 'fresh.text' : 'session.text')}</p>
      <div className="actions">
        {blocked ? (
          <a
            className="button button-primary"
            href={signInAddress(location.pathname + location.search, isFresh)}
          >
            {t('session.here')}
          </a>
        ) : (
          <Button look="primary" autoFocus onPress={signIn}>
            {t('signIn.button')}
          </Button>
        )}
        <Button onPress={() => close(false)}>{t('session.later')}</Button>
      </div>
    </Dialog>
  );
}

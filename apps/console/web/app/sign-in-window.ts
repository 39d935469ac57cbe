import { signInAddress } from './sign-in-address.js';

/** One for the page: it does not hear itself. */
const channel = new BroadcastChannel('console-sign-in');
const SIZE = 'popup,width=480,height=720';

/** Opens the sign-in in a separate window. @returns false when the browser allows none */
export function openSignIn(isFresh: boolean): boolean {
  return window.open(signInAddress('/signed-in', isFresh), 'console-sign-in', SIZE) !== null;
}

/** Says to the other pages of the console that somebody has signed in. */
export function reportSignIn(): void {
  channel.postMessage('signed-in');
}

/** Calls back when another page has signed in. @returns what stops that */
export function onSignIn(callback: () => void): () => void {
  channel.addEventListener('message', callback);
  return () => channel.removeEventListener('message', callback);
}

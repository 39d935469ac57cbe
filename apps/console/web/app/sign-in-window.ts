import { signInAddress } from './sign-in-address.js';

/** One channel for the page, which does not receive its own messages. */
const channel = new BroadcastChannel('console-sign-in');
const SIZE = 'popup,width=480,height=720';

/** Opens the sign-in in a separate window. @returns false if the browser blocks it */
export function openSignIn(isFresh: boolean): boolean {
  return window.open(signInAddress('/signed-in', isFresh), 'console-sign-in', SIZE) !== null;
}

/** Notifies other open pages of the console of a sign-in. */
export function reportSignIn(): void {
  channel.postMessage('signed-in');
}

/** Calls back when another page reports a sign-in. @returns an unsubscribe function */
export function onSignIn(callback: () => void): () => void {
  channel.addEventListener('message', callback);
  return () => channel.removeEventListener('message', callback);
}

import { signInAddress } from './sign-in-address.js';

const CHANNEL = 'console-sign-in';
const SIZE = 'popup,width=480,height=720';

/** Opens the sign-in in a separate window. @returns false when the browser allows none */
export function openSignIn(isFresh: boolean): boolean {
  return window.open(signInAddress('/signed-in', isFresh), 'console-sign-in', SIZE) !== null;
}

/** Says to the other pages of the console that somebody has signed in. */
export function reportSignIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signed-in');
  channel.close();
}

/** Calls back when a window has signed in. @returns what stops that */
export function onSignIn(callback: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', callback);
  return () => channel.close();
}

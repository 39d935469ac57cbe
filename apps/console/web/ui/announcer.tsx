import { useSyncExternalStore, type ReactNode } from 'react';

let message = '';
const listeners = new Set<() => void>();

/** Announces a text to screen readers, and displays it for a moment. */
export function announce(text: string): void {
  message = text;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The only live region of the page. */
export function Announcer(): ReactNode {
  const text = useSyncExternalStore(subscribe, () => message);
  return (
    <div role="status" aria-live="polite" className="announcer">
      {text && (
        <p key={text} className="announcement">
          {text}
        </p>
      )}
    </div>
  );
}

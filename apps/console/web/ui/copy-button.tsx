import { useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { announce } from './announcer.js';
import { Button } from './button.js';

const SHOWN_MS = 2_000;

/** Copies a text, and confirms it. */
export function CopyButton({ text, label }: { text: string; label?: string }): ReactNode {
  const { t } = useTexts();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(t('ui.copied'));
  }

  return (
    <Button
      look="quiet"
      aria-label={label ? t('ui.copyThat', { what: label }) : undefined}
      onPress={() => void copy()}
    >
      {isCopied ? t('ui.copied') : t('ui.copy')}
    </Button>
  );
}

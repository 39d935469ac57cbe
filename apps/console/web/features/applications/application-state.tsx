import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Badge, type Tone } from '../../ui/badge.js';
import type { ConsoleApplication } from './application-types.js';

type StateName = 'blocked' | 'off' | 'on' | 'approved' | 'allowed';
const tones: Record<StateName, Tone> = {
  blocked: 'bad',
  off: 'off',
  on: 'good',
  approved: 'good',
  allowed: 'busy',
};

function readState({ kind, status, is_blocked, is_approved }: ConsoleApplication): StateName {
  if (is_blocked) return 'blocked';
  if (status === 0) return 'off';
  if (kind === 'own') return 'on';
  return is_approved ? 'approved' : 'allowed';
}

/** The text for the reason of its access: approval, consent or ownership. */
export function ApplicationState({ application }: { application: ConsoleApplication }): ReactNode {
  const { t } = useTexts();
  const state = readState(application);
  return <Badge tone={tones[state]}>{t(`applications.state.${state}`)}</Badge>;
}

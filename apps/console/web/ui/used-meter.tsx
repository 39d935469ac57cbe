import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';
import { usedState } from './used-share.js';

interface UsedMeterProps {
  className?: string;
  name: string;
  used: number;
  most: number;
  text: string;
  /** Content before the bar. */
  before?: ReactNode;
  /** Content after the bar. */
  children?: ReactNode;
}

/** The use of a limit as a bar with text. */
export function UsedMeter({ name, used, most, text, before, children, ...rest }: UsedMeterProps): ReactNode {
  return (
    <Meter {...rest} aria-label={name} value={Math.min(used, most)} maxValue={most} valueLabel={text}>
      {({ percentage }) => (
        <>
          {before}
          <span className="meter" data-state={usedState({ used, most })}>
            <span style={{ width: `${percentage}%` }} />
          </span>
          {children}
        </>
      )}
    </Meter>
  );
}

import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';
import { usedState } from './used-share.js';

interface UsedMeterProps {
  className?: string;
  name: string;
  used: number;
  most: number;
  text: string;
  /** Stands before the bar. */
  before?: ReactNode;
  /** Stands behind the bar. */
  children?: ReactNode;
}

/** How much of something is used, as a bar among its words. */
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

import { AxisBottom, AxisLeft } from '@visx/axis';
import type { ScaleBand, ScaleLinear } from './scales.js';
import type { ReactNode } from 'react';

export const PLOT_HEIGHT = 180;
export const MARGIN = { top: 8, right: 8, bottom: 28, left: 52 };
/** The approximate width of a label, in pixels. */
const LABEL_WIDTH = 70;

interface AxesProps {
  x: ScaleBand;
  y: ScaleLinear;
  width: number;
  formatX: (value: string) => string;
  formatY: (value: number) => string;
}

const label = { className: 'tick', fill: 'currentColor', fontSize: 12 } as const;

export function Axes({ x, y, width, formatX, formatY }: AxesProps): ReactNode {
  const names = x.domain();
  const step = Math.max(1, Math.ceil((names.length * LABEL_WIDTH) / width));
  return (
    <>
      <AxisLeft
        left={MARGIN.left}
        scale={y}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickFormat={(value) => formatY(Number(value))}
        tickLabelProps={{ ...label, textAnchor: 'end', dx: '-0.25em', dy: '0.3em' }}
      />
      <AxisBottom
        top={PLOT_HEIGHT - MARGIN.bottom}
        scale={x}
        axisClassName="axis"
        hideTicks
        tickValues={names.filter((_, index) => index % step === 0)}
        tickFormat={(value) => formatX(String(value))}
        tickLabelProps={{ ...label, textAnchor: 'middle' }}
      />
    </>
  );
}

import { Bar } from '@visx/shape';
import type { ReactNode } from 'react';
import type { PlotSeries } from './plot-props.js';
import type { ScaleLinear } from './scales.js';

interface StackedBarProps {
  series: readonly PlotSeries[];
  /** The index of the time. */
  index: number;
  x: number;
  width: number;
  y: ScaleLinear;
}

/** The stacked values of one time. */
export function StackedBar({ series, index, x, width, y }: StackedBarProps): ReactNode {
  let base = 0;
  return series.map(({ name, look, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return null;
    const top = y(base + value);
    const height = y(base) - top;
    base += value;
    return <Bar key={name} className={look} x={x} y={top} width={width} height={height} />;
  });
}

/** The value at the top of the axis: that of the highest bar, or a minimum, so that a few events do not look like many. */
export const largestStack = (series: readonly PlotSeries[]): number =>
  Math.max(
    4,
    ...(series[0]?.values ?? []).map((_, index) =>
      series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
    ),
  );

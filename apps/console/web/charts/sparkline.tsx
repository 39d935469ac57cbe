import { scaleBand, scaleLinear } from '@visx/scale';
import type { ReactNode } from 'react';
import type { PlotProps } from './plot-props.js';
import { largestStack, StackedBar } from './stacked-bar.js';

const WIDTH = 96;
const HEIGHT = 22;

/** Small bars over time in a row of a table, without axes. */
export function Sparkline({
  label,
  times,
  series,
}: Pick<PlotProps, 'label' | 'times' | 'series'>): ReactNode {
  const x = scaleBand({ domain: [...times], range: [0, WIDTH], padding: 0.2 });
  const y = scaleLinear({ domain: [0, largestStack(series)], range: [HEIGHT - 1, 1] });
  return (
    <svg className="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {times.map((time, index) => (
        <StackedBar key={time} series={series} index={index} x={x(time) ?? 0} width={x.bandwidth()} y={y} />
      ))}
      <line className="sparkline-ground" x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
    </svg>
  );
}

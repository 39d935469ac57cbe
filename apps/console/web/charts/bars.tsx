import type { ReactNode } from 'react';
import type { PlotProps } from './plot-props.js';
import { Plot } from './plot.js';
import { largestStack, StackedBar } from './stacked-bar.js';

/** Stacked bars over time. */
export function Bars({ series, ...plot }: PlotProps): ReactNode {
  return (
    <Plot {...plot} series={series} largest={largestStack(series)} padding={0.2}>
      {(x, y) =>
        plot.times.map((time, index) => (
          <StackedBar key={time} series={series} index={index} x={x(time) ?? 0} width={x.bandwidth()} y={y} />
        ))
      }
    </Plot>
  );
}

import type { ReactNode } from 'react';
import type { PlotProps } from './plot-props.js';
import { Plot } from './plot.js';
import { largestStack, StackedBar } from './stacked-bar.js';

/** Stacked bars over time. */
export function Bars({ series, ...plot }: PlotProps): ReactNode {
  const { times, formatX, formatY } = plot;
  return (
    <Plot {...plot} largest={largestStack(series)} padding={0.2}>
      {(x, y) =>
        times.map((time, index) => (
          <g key={time}>
            <title>
              {`${formatX(time)}: ${series.map(({ name, values }) => `${name} ${formatY(values[index] ?? 0)}`).join(', ')}`}
            </title>
            <StackedBar series={series} index={index} x={x(time) ?? 0} width={x.bandwidth()} y={y} />
          </g>
        ))
      }
    </Plot>
  );
}

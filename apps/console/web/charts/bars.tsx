import { scaleBand, scaleLinear } from '@visx/scale';
import type { ReactNode } from 'react';
import { Axes, MARGIN, PLOT_HEIGHT } from './axes.js';
import { largestStack, StackedBar, type BarSeries } from './stacked-bar.js';
import { useWidth } from './use-width.js';

interface BarsProps {
  /** The text that a screen reader says instead of the drawing. */
  label: string;
  times: readonly string[];
  series: readonly BarSeries[];
  formatX: (time: string) => string;
  formatY: (value: number) => string;
}

/** Bars over time, those of one time upon each other. */
export function Bars({ label, times, series, formatX, formatY }: BarsProps): ReactNode {
  const [ref, width] = useWidth(600);
  const x = scaleBand({ domain: [...times], range: [MARGIN.left, width - MARGIN.right], padding: 0.2 });
  const y = scaleLinear({
    domain: [0, largestStack(series)],
    range: [PLOT_HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  });
  return (
    <div ref={ref} className="plot">
      <svg width={width} height={PLOT_HEIGHT} role="img" aria-label={label}>
        <Axes x={x} y={y} width={width} formatX={formatX} formatY={formatY} />
        {times.map((time, index) => (
          <g key={time}>
            <title>
              {`${formatX(time)}: ${series.map(({ name, values }) => `${name} ${formatY(values[index] ?? 0)}`).join(', ')}`}
            </title>
            <StackedBar series={series} index={index} x={x(time) ?? 0} width={x.bandwidth()} y={y} />
          </g>
        ))}
      </svg>
    </div>
  );
}

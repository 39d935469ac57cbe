import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { ReactNode } from 'react';
import { Axes, MARGIN, PLOT_HEIGHT } from './axes.js';
import { useWidth } from './use-width.js';

export interface BarSeries {
  name: string;
  look: string;
  values: readonly number[];
}

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
  const totals = times.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const x = scaleBand({ domain: [...times], range: [MARGIN.left, width - MARGIN.right], padding: 0.2 });
  const y = scaleLinear({
    domain: [0, Math.max(4, ...totals)],
    range: [PLOT_HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  });
  return (
    <div ref={ref} className="plot">
      <svg width={width} height={PLOT_HEIGHT} role="img" aria-label={label}>
        <Axes x={x} y={y} width={width} formatX={formatX} formatY={formatY} />
        {times.map((time, index) => {
          let base = 0;
          return (
            <g key={time}>
              <title>
                {`${formatX(time)}: ${series.map(({ name, values }) => `${name} ${formatY(values[index] ?? 0)}`).join(', ')}`}
              </title>
              {series.map(({ name, look, values }) => {
                const value = values[index] ?? 0;
                if (value === 0) return null;
                const top = y(base + value);
                const height = y(base) - top;
                base += value;
                return (
                  <Bar
                    key={name}
                    className={look}
                    x={x(time) ?? 0}
                    y={top}
                    width={x.bandwidth()}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

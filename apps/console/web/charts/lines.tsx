import { scaleBand, scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import type { ReactNode } from 'react';
import { Axes, MARGIN, PLOT_HEIGHT } from './axes.js';
import { useWidth } from './use-width.js';

export interface LineSeries {
  name: string;
  look: string;
  /** null where nothing was measured: the line has a gap. */
  values: readonly (number | null)[];
}

interface LinesProps {
  label: string;
  times: readonly string[];
  series: readonly LineSeries[];
  formatX: (time: string) => string;
  formatY: (value: number) => string;
}

/** Lines over time. */
export function Lines({ label, times, series, formatX, formatY }: LinesProps): ReactNode {
  const [ref, width] = useWidth(600);
  const largest = Math.max(4, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = scaleBand({ domain: [...times], range: [MARGIN.left, width - MARGIN.right] });
  const y = scaleLinear({
    domain: [0, largest],
    range: [PLOT_HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  });
  const center = (index: number): number => (x(times[index]!) ?? 0) + x.bandwidth() / 2;
  return (
    <div ref={ref} className="plot">
      <svg width={width} height={PLOT_HEIGHT} role="img" aria-label={label}>
        <Axes x={x} y={y} width={width} formatX={formatX} formatY={formatY} />
        {series.map(({ name, look, values }) => (
          <LinePath
            key={name}
            className={look}
            data={[...values]}
            defined={(value) => value !== null}
            x={(_, index) => center(index)}
            y={(value) => y(value ?? 0)}
          />
        ))}
        {series.flatMap(({ name, look, values }) =>
          values.map((value, index) =>
            value === null ? null : (
              <circle
                key={`${name} ${times[index]}`}
                className={`${look} point`}
                cx={center(index)}
                cy={y(value)}
                r={2.5}
              >
                <title>{`${formatX(times[index]!)}: ${name} ${formatY(value)}`}</title>
              </circle>
            ),
          ),
        )}
      </svg>
    </div>
  );
}

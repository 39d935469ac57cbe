import { LinePath } from '@visx/shape';
import type { ReactNode } from 'react';
import type { PlotProps } from './plot-props.js';
import { Plot } from './plot.js';

/** Lines over time. */
export function Lines({ series, ...plot }: PlotProps): ReactNode {
  const { times } = plot;
  const largest = Math.max(4, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <Plot {...plot} series={series} largest={largest}>
      {(x, y) => {
        const center = (index: number): number => (x(times[index]!) ?? 0) + x.bandwidth() / 2;
        const lines = series.map(({ name, look, values }) => (
          <LinePath
            key={name}
            className={look}
            data={[...values]}
            defined={(value) => value !== null}
            x={(_, index) => center(index)}
            y={(value) => y(value ?? 0)}
          />
        ));
        const points = series.flatMap(({ name, look, values }) =>
          values.map((value, index) =>
            value === null ? null : (
              <circle
                key={`${name} ${times[index]}`}
                className={`${look} point`}
                cx={center(index)}
                cy={y(value)}
                r={2.5}
              />
            ),
          ),
        );
        return [...lines, ...points];
      }}
    </Plot>
  );
}

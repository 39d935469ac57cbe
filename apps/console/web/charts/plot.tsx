import { scaleBand, scaleLinear } from '@visx/scale';
import type { ReactNode } from 'react';
import { Axes, MARGIN, PLOT_HEIGHT } from './axes.js';
import type { PlotProps } from './plot-props.js';
import type { ScaleBand, ScaleLinear } from './scales.js';
import { useWidth } from './use-width.js';

interface FrameProps extends Omit<PlotProps, 'series'> {
  largest: number;
  /** The gap between two times, as a share of the step between them. */
  padding?: number;
  children: (x: ScaleBand, y: ScaleLinear) => ReactNode;
}

/** A drawing over time, with its axes. */
export function Plot({
  label,
  times,
  largest,
  padding = 0,
  formatX,
  formatY,
  children,
}: FrameProps): ReactNode {
  const [ref, width] = useWidth(600);
  const x = scaleBand({ domain: [...times], range: [MARGIN.left, width - MARGIN.right], padding });
  const y = scaleLinear({
    domain: [0, largest],
    range: [PLOT_HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  });
  return (
    <div ref={ref} className="plot">
      <svg width={width} height={PLOT_HEIGHT} role="img" aria-label={label}>
        <Axes x={x} y={y} width={width} formatX={formatX} formatY={formatY} />
        {children(x, y)}
      </svg>
    </div>
  );
}

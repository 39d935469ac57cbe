import { scaleBand, scaleLinear } from '@visx/scale';
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { Axes, MARGIN, PLOT_HEIGHT } from './axes.js';
import type { PlotProps } from './plot-props.js';
import type { ScaleBand, ScaleLinear } from './scales.js';
import { useWidth } from './use-width.js';

interface FrameProps extends PlotProps {
  largest: number;
  /** The gap between two times, as a share of the step between them. */
  padding?: number;
  children: (x: ScaleBand, y: ScaleLinear) => ReactNode;
}

/**
 * A drawing over time, with its axes. The values of one time are displayed at the pointer, or for the keyboard: the arrow
 * keys go from time to time, as in a slider, whose text screen readers read.
 */
export function Plot(props: FrameProps): ReactNode {
  const { label, times, series, largest, padding = 0, formatX, formatY, children } = props;
  const [ref, width] = useWidth(600);
  const [chosen, setChosen] = useState<number>();
  const x = scaleBand({ domain: [...times], range: [MARGIN.left, width - MARGIN.right], padding });
  const y = scaleLinear({
    domain: [0, largest],
    range: [PLOT_HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  });
  const last = times.length - 1;
  const limit = (index: number): number => Math.min(Math.max(index, 0), last);
  function follow(event: PointerEvent<HTMLDivElement>): void {
    const position = event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left;
    setChosen(limit(Math.floor((position / (width - MARGIN.left - MARGIN.right)) * times.length)));
  }
  function step(event: KeyboardEvent): void {
    const next = nextIndex(event.key, chosen ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  }
  const index = chosen === undefined ? undefined : limit(chosen);
  const time = index === undefined ? undefined : times[index];
  const values = series.map(({ name, look, values: all }) => {
    const value = all[index ?? last] ?? null;
    return { name, look, text: value === null ? '–' : formatY(value) };
  });
  const center = time === undefined ? 0 : (x(time) ?? 0) + x.bandwidth() / 2;
  return (
    <div
      ref={ref}
      className="plot"
      tabIndex={0}
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index ?? last}
      aria-valuetext={`${formatX(times[index ?? last] ?? '')}: ${values.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setChosen(undefined)}
      onKeyDown={step}
      onFocus={() => setChosen((before) => before ?? last)}
      onBlur={() => setChosen(undefined)}
    >
      <svg width={width} height={PLOT_HEIGHT} aria-hidden="true">
        <Axes x={x} y={y} width={width} formatX={formatX} formatY={formatY} />
        {time !== undefined && (
          <line
            className="plot-guide"
            x1={center}
            x2={center}
            y1={MARGIN.top}
            y2={PLOT_HEIGHT - MARGIN.bottom}
          />
        )}
        {children(x, y)}
      </svg>
      {time !== undefined && (
        <div
          className="plot-values"
          style={center > width / 2 ? { right: width - center + 8 } : { left: center + 8 }}
        >
          <strong>{formatX(time)}</strong>
          {values.map(({ name, look, text }) => (
            <span key={name}>
              <span className={`swatch ${look}`} />
              {name} {text}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** The index after a key; undefined for keys that do not move. */
function nextIndex(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(index - 1, 0);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(index + 1, last);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

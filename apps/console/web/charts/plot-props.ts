export interface PlotSeries {
  name: string;
  look: string;
  /** null where nothing was measured: a line has a gap. */
  values: readonly (number | null)[];
}

export interface PlotProps {
  /** The text that a screen reader says instead of the drawing. */
  label: string;
  times: readonly string[];
  series: readonly PlotSeries[];
  formatX: (time: string) => string;
  formatY: (value: number) => string;
}

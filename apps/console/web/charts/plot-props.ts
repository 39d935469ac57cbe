export interface PlotSeries {
  name: string;
  look: string;
  /** null if nothing was measured: a line has a gap there. */
  values: readonly (number | null)[];
}

export interface PlotProps {
  /** The text of the plot for screen readers. */
  label: string;
  times: readonly string[];
  series: readonly PlotSeries[];
  formatX: (time: string) => string;
  formatY: (value: number) => string;
}

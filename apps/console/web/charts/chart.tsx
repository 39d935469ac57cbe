import { useId, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Table } from '../ui/table.js';
import type { PlotProps, PlotSeries } from './plot-props.js';

interface ChartProps extends Omit<PlotProps, 'label'> {
  title: string;
  /** A sentence that describes the plot. */
  summary: string;
  /** Bars or lines. */
  plot: (props: PlotProps) => ReactNode;
  /** Names the times in the table. */
  timeName: string;
  /** A longer form of times, for the table. */
  formatLong?: (time: string) => string;
  /** Numbers that only the table contains. */
  more?: readonly Omit<PlotSeries, 'look'>[];
  /** A link to the objects that the numbers count. */
  link?: ReactNode;
}

/** A plot with its title, summary and legend, or the same numbers as a table. */
export function Chart({ title, summary, plot: Plot, link, ...numbers }: ChartProps): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <section className="chart" aria-labelledby={id}>
      <div className="chart-head">
        <h2 id={id}>{title}</h2>
        <div className="chart-actions">
          <Button look="quiet" onPress={() => setTable(!isTable)}>
            {t(isTable ? 'chart.asPlot' : 'chart.asTable')}
          </Button>
          {link}
        </div>
      </div>
      <p className="state-text">{summary}</p>
      {isTable ? (
        <NumbersTable title={title} {...numbers} />
      ) : (
        <>
          <ul className="legend">
            {numbers.series.map(({ name, look }) => (
              <li key={name}>
                <span aria-hidden="true" className={`swatch ${look}`} />
                {name}
              </li>
            ))}
          </ul>
          <Plot label={summary} {...numbers} />
        </>
      )}
    </section>
  );
}

type TableProps = Omit<ChartProps, 'summary' | 'plot' | 'link'>;

/** The same numbers for those who do not see a plot. */
function NumbersTable(props: TableProps): ReactNode {
  const { title, timeName, times, series, more = [], formatX, formatLong = formatX, formatY } = props;
  const columns = [...series, ...more];
  return (
    <Table
      caption={title}
      columns={[{ name: timeName }, ...columns.map(({ name }) => ({ name, isNumber: true }))]}
    >
      {times.map((time, index) => (
        <tr key={time}>
          <th scope="row">{formatLong(time)}</th>
          {columns.map(({ name, values }) => {
            const value = values[index] ?? null;
            return (
              <td key={name} className="number" data-column={name}>
                {value === null ? '–' : formatY(value)}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

import { useId, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from '../ui/button.js';

interface FrameProps {
  title: string;
  /** A sentence that says what the plot shows. */
  summary: string;
  /** The same numbers for those who do not see a plot. */
  table: ReactNode;
  legend: readonly { name: string; look: string }[];
  /** Leads to what the numbers count. */
  link?: ReactNode;
  children: ReactNode;
}

/** Around a plot: its title, what it says, its legend, and the same as a table. */
export function ChartFrame({ title, summary, table, legend, link, children }: FrameProps): ReactNode {
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
        table
      ) : (
        <>
          <ul className="legend">
            {legend.map(({ name, look }) => (
              <li key={name}>
                <span aria-hidden="true" className={`swatch ${look}`} />
                {name}
              </li>
            ))}
          </ul>
          {children}
        </>
      )}
    </section>
  );
}

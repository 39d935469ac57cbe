import { dropDayPartitions } from '../functions/maintenance/drop-day-partitions.js';
import { ensureDayPartitions } from '../functions/maintenance/ensure-day-partitions.js';
import { makeDayPartitions } from '../functions/maintenance/make-day-partitions.js';
import { Baseline } from './baseline.js';

/**
 * Tables that are kept by the day have one partition for each: a day goes by dropping a table, not by deleting
 * rows.
 */
export class DayPartitions20261127000100 extends Baseline {
  name = 'DayPartitions20261127000100';
  parts = [makeDayPartitions, ensureDayPartitions, dropDayPartitions];
}

import type { ChartOptions } from '#view/chart/model/chartOptions';
import { noChoices } from '#view/chart/model/chartOptions';

/** Options of a chart in which nobody has chosen anything, with what differs. */
export const chartOptions = (differing: Partial<ChartOptions> = {}): ChartOptions => ({
  ...noChoices,
  plan: 'orders',
  title: 'Title',
  zone: 'UTC',
  receiving: false,
  now: 0,
  width: 1000,
  ...differing,
});

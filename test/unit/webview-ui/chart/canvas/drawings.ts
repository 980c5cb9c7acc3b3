import type { Drawing } from '#view/chart/model/drawing';
import type { Theme } from '#view/chart/model/theme';

export const theme: Theme = {
  background: 'white',
  foreground: 'black',
  quiet: 'grey',
  grid: 'grey',
  marking: 'dimgrey',
  palette: ['blue', 'orange'],
  lineWidth: 2,
  fontFamily: 'sans-serif',
  fontSize: 12,
  highContrast: false,
};

/** A drawing of nothing on an axis from 0 to 100, with what differs. */
export const drawingOf = (differing: Partial<Drawing> = {}): Drawing => ({
  x: { visible: { from: 0, to: 100 }, extent: { from: 0, to: 100 }, title: '', least: null },
  y: [],
  marks: [],
  legend: [],
  summary: '',
  empty: null,
  stops: [],
  readoutAt: () => null,
  ...differing,
});

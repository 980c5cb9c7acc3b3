/** Drawn on a 16 by 16 grid with one stroke width, in the color of the surrounding text. */
const paths = {
  runAgain: 'M13 4.5V8H9.5M13 8A5 5 0 1 0 11.6 11.5',
  compare: 'M5.5 3v10M2.5 6l3-3M10.5 13V3M13.5 10l-3 3',
  export: 'M8 10V2.5M5 5.2l3-3 3 3M3 9v4.5h10V9',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  cancel: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  back: 'M13 8H3M7 4L3 8l4 4',
  previous: 'M10 3.5L5.5 8l4.5 4.5',
  next: 'M6 3.5L10.5 8 6 12.5',
  showAll: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  options: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3',
  more: 'M3.5 7.5a.5.5 0 1 0 .01 0zM8 7.5a.5.5 0 1 0 .01 0zM12.5 7.5a.5.5 0 1 0 .01 0z',
  filter: 'M2.5 3h11L9.3 8.2v4.3l-2.6 1V8.2z',
  chevron: 'M4.5 6.5L8 10l3.5-3.5',
  warning: 'M8 2.5l6 11H2zM8 6.5V10M8 11.4v.8',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3V11M8 4.8v.9',
  check: 'M3 8.5l3.2 3.2L13 5',
  plug: 'M6 2.5v3M10 2.5v3M4.5 5.5h7v2a3.5 3.5 0 0 1-7 0zM8 11v2.5',
  document: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  beaker: 'M6 2.5h4M6.8 2.5v4L3.5 13.5h9L9.2 6.5v-4M5 10.5h6',
  history: 'M3.2 5.5A5.5 5.5 0 1 1 2.5 8M3 2.5v3h3M8 5v3.2l2 1.3',
  empty: 'M2.5 13.5h11M4 11V8.5M6.7 11V5M9.3 11V7M12 11V3',
  waiting: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.3 1.6',
} as const;

export type IconName = keyof typeof paths;

/** A picture next to text that says the same, so it's hidden from assistive technology. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

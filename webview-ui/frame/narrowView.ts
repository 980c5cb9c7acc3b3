import { reveal } from '../controls/popover';

/** The style sheets have the same width. In a view this narrow, controls give way to the plot and the rows. */
const narrow = matchMedia('(width < 400px)');

/** Whether the view is so narrow that most controls are in menus. */
export const isNarrow = (): boolean => narrow.matches;

/** Calls the listener whenever that changes. */
export const onNarrowChange = (listener: () => void): void => narrow.addEventListener('change', listener);

/** Keeps the element at the end of `wide`, or of `inMenu` while the view is narrow. */
export function placeByWidth(moved: HTMLElement, wide: HTMLElement, inMenu: HTMLElement): void {
  const place = () => {
    const { activeElement } = document;
    (isNarrow() ? inMenu : wide).append(moved);
    if (!(activeElement instanceof HTMLElement) || !moved.contains(activeElement)) return;
    reveal(activeElement);
    activeElement.focus();
  };
  onNarrowChange(place);
  place();
}

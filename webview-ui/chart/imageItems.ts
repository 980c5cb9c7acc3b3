import { errorText } from '#src/text/errorText';
import { copyImage } from '../controls/copyImage';
import type { Host, Pane } from '../host/pane';

/** The chart as a PNG, and the id of its result. */
export interface Picture {
  readonly png: Blob;
  readonly result: string;
}

/** What the items do that save and copy the chart. The editor says how it went. */
export function imageItems(
  host: Host,
  picture: () => Promise<Picture | undefined>,
): NonNullable<Pane['menu']> {
  const withPicture = (use: (made: Picture) => Promise<void>) => () =>
    void picture()
      .then((made) => made && use(made))
      .catch((error: unknown) => host.act({ kind: 'imageFailed', message: errorText(error) }));
  return {
    saveImage: withPicture(async ({ png, result }) => {
      host.act({ kind: 'savePicture', png: new Uint8Array(await png.arrayBuffer()) }, result);
    }),
    copyImage: withPicture(async ({ png }) => {
      await copyImage(png);
      host.act({ kind: 'imageCopied' });
    }),
  };
}

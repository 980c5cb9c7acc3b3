import { resolve } from 'node:path';
import { localPlace } from '../../disk/place';
import { onlyRangeIn } from '../../engine/range/foundRange';
import { RangeFetches } from '../../engine/range/rangeFetches';
import { compactionText } from '../../engine/range/compactedRange';
import { exitCodes } from '../exitCodes';
import { Session } from '../session';
import { quiet, verb } from '../verb';

/** Gives a range one file a month. */
export const compact = verb({
  takes: 'FOLDER',
  help: 'Put the files of a range together, one for each month, after comparing them with its manifest.',
  example: 'data/dayahead-prices',
  options: { quiet },
  async run({ rest }, terminal, signal) {
    const [path, ...more] = rest;
    if (path === undefined || more.length > 0) throw new Error('Name the folder of a range.');
    const found = await onlyRangeIn(localPlace(resolve(path)), path);
    const session = await Session.open({ connection: undefined, secrets: undefined });
    try {
      const { store, runs, folder, extensionVersion } = session;
      const newPath = (suffix: string) => folder.exportPath('range', suffix);
      const fetches = new RangeFetches({ store, runs, extensionVersion, newPath });
      const verification = await fetches.compact(found, signal, (text) => terminal.progress(text));
      terminal.line(compactionText(verification));
      return verification.good === verification.days ? exitCodes.well : exitCodes.lacking;
    } finally {
      await session.close();
    }
  },
});

import { resolve } from 'node:path';
import { localPlace } from '../../disk/place';
import { onlyRangeIn } from '../../engine/range/foundRange';
import { isAsWritten, verificationText, verifiedRange } from '../../engine/range/verifiedRange';
import { exitCodes } from '../exitCodes';
import { jsonReport, reportAt } from '../reportFiles';
import { jsonOption, quiet, verb } from '../verb';

/** Compares the files of a range with its manifest. */
export const verify = verb({
  takes: 'FOLDER',
  example: 'data/dayahead-prices',
  options: { json: jsonOption, quiet },
  async run({ options, rest }, terminal, signal) {
    const [path, ...more] = rest;
    if (path === undefined || more.length > 0) throw new Error('Specify the folder of a range.');
    const writeJson = await reportAt(options.json);
    const found = await onlyRangeIn(localPlace(resolve(path)), path);
    const verification = await verifiedRange(found, signal, (text) => terminal.progress(text));
    terminal.line(verificationText(verification));
    await writeJson(jsonReport(verification));
    return isAsWritten(verification) ? exitCodes.ok : exitCodes.failed;
  },
});

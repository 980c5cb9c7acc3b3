import { resolve } from 'node:path';
import { localPlace } from '../../disk/place';
import { fetchRange } from '../../engine/range/fetchRange';
import { isLacking, progressText, reportLines } from '../../engine/range/runSummary';
import { askableQuery, queryNamed } from '../../engine/query/querySource';
import { parseDay } from '../../market/time/deliveryDay';
import { firstAndLastDay } from '../../range/firstAndLastDay';
import { rangeFormats } from '../../range/folderFiles';
import { withoutTimes } from '../../range/rangeDays';
import { plannedRange, type RangePlan } from '../../range/rangePlan';
import { RangeReport } from '../../range/rangeReport';
import { RequestPace } from '../../range/requestPace';
import { retryWaitText, type RetryWait } from '../../request/retryWait';
import { oneLine } from '../../text/plainText';
import { exitCodes } from '../exitCodes';
import { jsonReport, reportAt } from '../reportFiles';
import { sayWarnings, sourceAt } from '../queryFiles';
import { Session } from '../session';
import { ownThread, smallBodies } from '../smallBodies';
import { connectionOptions, jsonOption, quiet, verb } from '../verb';

/** A service that asks for a longer wait has a quota. */
const longestWaitSeconds = 600;
/** Days that are requested together wait for the same service: waits that end this close are one. */
const sameWaitMs = 500;

/** Fetches a query's delivery days into a folder. */
export const range = verb({
  takes: 'FILE QUERY --from DAY [--to DAY] --target FOLDER',
  example: 'prices.market.json "all areas" --from 2026-01-01 --to 2026-03-31 --target data',
  options: {
    from: { value: 'DAY', help: 'first delivery day, such as 2026-03-29, yesterday, or today-7d' },
    to: { value: 'DAY', help: 'last delivery day (default: the last one whose data is due)' },
    days: { value: 'DAY,...', help: 'only these days, for one of several tasks that fill the same folder' },
    target: { value: 'FOLDER', help: "folder that contains the dataset's folder" },
    format: { value: 'FORMAT', help: `${rangeFormats.join(', ')} (default: parquet)` },
    'window-minutes': { value: 'N', help: 'request a day in parts of N minutes (suggested for orders: 60)' },
    'keep-incomplete': { help: 'keep incomplete and preliminary days as they are' },
    again: { help: 'request all days again, to replace those that were corrected' },
    json: jsonOption,
    quiet,
    ...connectionOptions,
  },
  async run({ options, rest }, terminal, signal) {
    const [path, name, ...more] = rest;
    if (path === undefined || name === undefined || more.length > 0) {
      throw new Error('Specify a query file and one of its queries.');
    }
    const { target } = options;
    if (target === undefined) throw new Error('Specify the folder: --target FOLDER.');
    const source = await sourceAt(path);
    const query = queryNamed(source, name);
    const asked = askableQuery(source, query);
    const days = options.days === undefined ? undefined : daysIn(options.days);
    const first = options.from ?? days?.[0];
    if (first === undefined) throw new Error('Specify the first delivery day: --from DAY.');
    const { dataset } = asked.query;
    const given = { from: first, to: options.to ?? days?.at(-1) };
    const { from, to } = firstAndLastDay(dataset, given, Date.now());
    const format = rangeFormats.find((each) => each === (options.format ?? 'parquet'));
    if (!format) throw new Error(`--format must be one of ${rangeFormats.join(', ')}.`);
    const outside = days?.find((day) => day < from || day > to);
    if (outside !== undefined)
      throw new Error(`Delivery day ${outside} in --days is outside --from and --to.`);
    const windowMinutes = minutesIn(options['window-minutes']);
    const whole = plannedRange(
      {
        dataset,
        parameters: withoutTimes(asked.query),
        from,
        to,
        ...(windowMinutes === undefined ? {} : { windowMinutes }),
      },
      format,
      { again: options.again, keepIncomplete: options['keep-incomplete'] },
    );
    const plan = days ? onlyDays(whole, days) : whole;
    const writeJson = await reportAt(options.json);
    sayWarnings([query], terminal);
    // Several responses may belong to one day, or are read while others are requested.
    const [day] = plan.days;
    const isSingle = plan.days.length === 1 && day?.requests.length === 1;
    const session = await Session.open(options, terminal, isSingle ? smallBodies : ownThread);
    try {
      const connection = await session.connectionOf(asked.connection);
      const { store, runs, folder, extensionVersion } = session;
      const newPath = (suffix: string) => folder.exportPath('range', suffix);
      const began = Date.now();
      let counted = '';
      let toldUntil = 0;
      const onWait = (wait: RetryWait) => {
        if (wait.untilEpochMs < toldUntil + sameWaitMs) return;
        toldUntil = wait.untilEpochMs;
        terminal.progressNow([counted, retryWaitText(wait, Date.now())].filter(Boolean).join(' · '));
      };
      const report = new RangeReport();
      const control = {
        signal,
        pace: new RequestPace(onWait),
        longestWaitSeconds,
        report,
        onProgress: () => {
          counted = progressText(report.counts, Date.now() - began);
          terminal.progress(counted);
        },
        onWait,
      };
      try {
        const parts = { store, runs, extensionVersion, newPath };
        const summary = await fetchRange(parts, plan, connection, localPlace(resolve(target)), control);
        await writeJson(jsonReport(summary));
      } finally {
        // Whoever interrupts a run wants to know, too.
        const [counts = '', ...details] = reportLines(report.outcome);
        if (report.counts.days > 0) terminal.line(counts);
        for (const line of details) terminal.say(oneLine(line, 600));
      }
      if (!isLacking(report.counts) && !report.hasFailed) return exitCodes.ok;
      return session.hasSignInFailed ? exitCodes.usage : exitCodes.failed;
    } finally {
      await session.close();
    }
  },
});

/** The days of a list, sorted and without repetitions. */
function daysIn(list: string): string[] {
  const days = [...new Set(list.split(',').map((day) => day.trim()))].filter((day) => day !== '').sort();
  const wrong = days.find((day) => !parseDay(day));
  if (wrong !== undefined || days.length === 0) {
    throw new Error(`--days must be a list such as 2026-03-28,2026-03-29, not ${oneLine(list, 60)}.`);
  }
  return days;
}

function onlyDays(plan: RangePlan, names: readonly string[]): RangePlan {
  const wanted = new Set(names);
  return { ...plan, days: plan.days.filter(({ day }) => wanted.has(day)) };
}

function minutesIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > 24 * 60) throw new Error('--window-minutes must be a number from 1 to 1440.');
  return minutes;
}

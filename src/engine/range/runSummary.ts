import * as l10n from '@vscode/l10n';
import { endedDays, spansText, type RangeCounts, type RangeOutcome } from '../../range/rangeReport';
import { formatCount, formatCounted } from '../../text/l10n';
import { formatBytes } from '../../text/sizesAndDurations';

/**
 * `12 of 730 days · 1,152 rows · 51.2 kB · 2 days/s · about 5 min left`. The speed leaves out days that were
 * already saved.
 */
export function progressText(counts: Readonly<RangeCounts>, elapsedMs: number): string {
  const { days, kept, pending, taken, rows, bytes } = counts;
  const done = endedDays(counts);
  const worked = done - kept - pending - taken;
  const perSecond = elapsedMs > 0 ? (worked * 1000) / elapsedMs : 0;
  const parts = [
    l10n.t('{0} of {1} days', formatCount(done), formatCount(days)),
    l10n.t('{0} rows', formatCount(rows)),
    formatBytes(bytes),
  ];
  if (worked < 2 || perSecond === 0) return parts.join(' · ');
  const secondsLeft = (days - done) / perSecond;
  const left =
    secondsLeft < 60
      ? l10n.t('less than a minute left')
      : secondsLeft < 5400
        ? l10n.t('about {0} min left', Math.round(secondsLeft / 60))
        : l10n.t('about {0} h left', Math.round(secondsLeft / 3600));
  const rate = perSecond >= 1 ? perSecond.toFixed(0) : perSecond.toFixed(2);
  return [...parts, l10n.t('{0} days/s', rate), left].join(' · ');
}

/** `30 delivery days: 27 fetched, 1 incomplete, 1 not published yet, 1 failed.` */
function countsText({ days, ...counts }: RangeCounts): string {
  const all = formatCounted(days, [l10n.t('{0} delivery day'), l10n.t('{0} delivery days')]);
  const parts = [
    [counts.fetched, l10n.t('fetched')],
    [counts.kept, l10n.t('already saved')],
    [counts.preliminary, l10n.t('preliminary')],
    [counts.empty, l10n.t('without data')],
    [counts.incomplete, l10n.t('incomplete')],
    [counts.pending, l10n.t('not published yet')],
    [counts.taken, l10n.t('being fetched by another run')],
    [counts.failed, l10n.t('failed')],
  ] as const;
  const named = parts.flatMap(([count, words]) => (count > 0 ? [`${formatCount(count)} ${words}`] : []));
  return named.length === 0 ? `${all}.` : `${all}: ${named.join(', ')}.`;
}

/** What a run says at its end: how its days ended, which were replaced, and which ones need attention. */
export const reportLines = ({ revised, problems, ...counts }: RangeOutcome): string[] => [
  countsText(counts),
  ...(revised.length > 0 ? [l10n.t('{0}: Replaced by newer data.', spansText(revised))] : []),
  ...problems,
];

/** Whether the folder may lack data that the service should have. */
export const isLacking = ({
  failed,
  incomplete,
  taken,
}: Pick<RangeCounts, 'failed' | 'incomplete' | 'taken'>): boolean => failed + incomplete + taken > 0;

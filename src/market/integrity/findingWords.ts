import * as l10n from '@vscode/l10n';
import { formatCounted, type Counted } from '../../text/l10n';
import { isNumberText } from '../records/numberTexts';
import { rowWords, type Finding } from './findings';
import { findingKinds, type FindingKind } from './judgement';

/** Findings that a person may want to look at. The others only describe a response. */
const notable: { readonly [Kind in FindingKind]?: () => Counted } = {
  ...rowWords,
  absent: () => [l10n.t('{0} requested value without data'), l10n.t('{0} requested values without data')],
  missing: () => [l10n.t('{0} missing'), l10n.t('{0} missing')],
  furtherPages: () => [l10n.t('the service has more pages'), l10n.t('the service has more pages')],
  toCome: () => [l10n.t('{0} still to come'), l10n.t('{0} still to come')],
  times: () => [l10n.t('{0} value has no readable time'), l10n.t('{0} values have no readable time')],
  untimed: () => [l10n.t('{0} value has no start or no end'), l10n.t('{0} values have no start or no end')],
  texts: () => [l10n.t('{0} value is text'), l10n.t('{0} values are text')],
  tooLarge: () => [
    l10n.t('{0} number is too large to draw or add up'),
    l10n.t('{0} numbers are too large to draw or add up'),
  ],
  misfits: () => [
    l10n.t("{0} part of the response isn't as documented"),
    l10n.t("{0} parts of the response aren't as documented"),
  ],
  repeatedFields: () => [l10n.t('{0} record has a field twice'), l10n.t('{0} records have a field twice')],
  words: () => [l10n.t('message from the service'), l10n.t('message from the service')],
  emptyDays: () => [l10n.t('no intervals'), l10n.t('no intervals')],
  unmatched: () => [
    l10n.t('{0} requested area not found by name'),
    l10n.t('{0} requested areas not found by name'),
  ],
  unnamed: () => [l10n.t('area or currency not named'), l10n.t('area or currency not named')],
  longIntervals: () => [
    l10n.t("intervals longer than an hour can't be checked for completeness"),
    l10n.t("intervals longer than an hour can't be checked for completeness"),
  ],
  length: () => [l10n.t('change of resolution'), l10n.t('change of resolution')],
  zeros: () => [
    l10n.t('{0} zero that may stand for a missing value'),
    l10n.t('{0} zeros that may stand for missing values'),
  ],
  repeated: () => [l10n.t('{0} equal value in a row'), l10n.t('{0} equal values in a row')],
};

/**
 * The notable findings in a delivery day's response, in a few words each. A later version may have written other
 * kinds.
 */
export function findingWords(
  findings: readonly { readonly kind: string; readonly count: number }[],
): string[] {
  return findings.flatMap(({ kind, count }) => {
    const known = findingKinds.find((each) => each === kind);
    const words = known && notable[known];
    return words && count > 0 ? [formatCounted(count, words())] : [];
  });
}

/** The texts of these findings quote what was sent, or say which values are equal. */
const quoting: readonly FindingKind[] = [
  'times',
  'texts',
  'tooLarge',
  'misfits',
  'repeatedFields',
  'zeros',
  'repeated',
];

/** What a finding says, without values from the response, which may be licensed. */
export function textWithoutValues(finding: Finding): string {
  const { kind, of = '', text } = finding;
  const isQuoting = quoting.includes(kind) || (kind === 'status' && isNumberText(of));
  return isQuoting ? (findingWords([finding])[0] ?? kind) : text;
}

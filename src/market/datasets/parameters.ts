import * as l10n from '@vscode/l10n';
import { deliveryAreas } from './areas';
import type { Choice, Parameter } from './dataset';
import type { Sentence } from '../../text/l10n';

/** One or more areas, suggested from `choices`. */
export const area = (
  choices = deliveryAreas,
  help: Sentence = () =>
    l10n.t('One or more areas. If you omit them, you receive all areas in your subscription.'),
): Parameter => ({
  name: 'deliveryarea',
  kind: 'deliveryArea',
  label: () => l10n.t('Delivery area'),
  help,
  several: true,
  choices,
  suggestion: choices[0]?.value ?? '',
});

/** The two ends of a period, entered in one step. */
export const period: readonly Parameter[] = [
  {
    name: 'startTime',
    kind: 'instant',
    label: () => l10n.t('Start'),
    bound: 'start',
    help: () => l10n.t('Start of the period, sent in UTC. If you omit it, the service uses its default.'),
  },
  {
    name: 'endTime',
    kind: 'instant',
    label: () => l10n.t('End'),
    bound: 'end',
    help: () =>
      l10n.t("End of the period, sent in UTC. Whether the end itself is included isn't documented."),
  },
];

/** Where a flow comes from. */
export const areaFrom: Parameter = {
  name: 'deliveryareafrom',
  kind: 'deliveryArea',
  label: () => l10n.t('From area'),
  help: () => l10n.t('Area the flow comes from.'),
  choices: deliveryAreas,
};

/** Where a flow goes to. */
export const areaTo: Parameter = {
  name: 'deliveryareato',
  kind: 'deliveryArea',
  label: () => l10n.t('To area'),
  help: () => l10n.t('Area the flow goes to.'),
  choices: deliveryAreas,
};

/** One of the currencies, the most common first. */
export const currency = (...codes: string[]): Parameter => ({
  name: 'currency',
  kind: 'currency',
  label: () => l10n.t('Currency'),
  help: () => l10n.t('Currency of the prices. Not every area has prices in every currency.'),
  choices: codes.map((value) => ({ value })),
});

/** A block of the day. The suggested names are not a complete list. */
export const blockName = (choices: readonly Choice[]): Parameter => ({
  name: 'blockname',
  kind: 'choice',
  label: () => l10n.t('Block name'),
  help: () => l10n.t("One block of the day. The names aren't documented, so you can enter any text."),
  choices,
});

/** Blocks of the continental day, in market time. */
export const continentalBlocks: readonly Choice[] = [
  { value: 'Off-peak 1', label: () => l10n.t('00:00 to 08:00 CET') },
  { value: 'Peak', label: () => l10n.t('08:00 to 20:00 CET') },
  { value: 'Off-peak 2', label: () => l10n.t('20:00 to 24:00 CET') },
];

/** Preliminary or official. */
export const status: Parameter = {
  name: 'status',
  kind: 'choice',
  label: () => l10n.t('Status'),
  help: () => l10n.t('Preliminary or official prices. If you omit it, you may receive both.'),
  choices: [
    { value: 'P', label: () => l10n.t('preliminary') },
    { value: 'O', label: () => l10n.t('official') },
  ],
};

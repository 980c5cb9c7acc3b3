import { deliveryAreas } from './areas';
import type { Choice, Parameter } from './dataset';
import { t } from '../../text/l10n';

/** One area or several, offered from `choices`. */
export const area = (help: string, choices = deliveryAreas): Parameter => ({
  name: 'deliveryarea',
  kind: 'deliveryArea',
  label: t('Delivery area'),
  help,
  several: true,
  choices,
  suggestion: choices[0]?.value ?? '',
});

/** The two bounds of a period, asked for in one step. */
export const period: readonly Parameter[] = [
  {
    name: 'startTime',
    kind: 'instant',
    label: t('Start'),
    bound: 'start',
    help: t('First instant of the period, sent in UTC. Without it the service decides.'),
  },
  {
    name: 'endTime',
    kind: 'instant',
    label: t('End'),
    bound: 'end',
    help: t('End of the period, sent in UTC. Whether the bound itself belongs to it is not documented.'),
  },
];

/** Where a flow comes from. */
export const areaFrom: Parameter = {
  name: 'deliveryareafrom',
  kind: 'deliveryArea',
  label: t('From area'),
  help: t('Area the flow comes from.'),
  choices: deliveryAreas,
};

/** Where a flow goes to. */
export const areaTo: Parameter = {
  name: 'deliveryareato',
  kind: 'deliveryArea',
  label: t('To area'),
  help: t('Area the flow goes to.'),
  choices: deliveryAreas,
};

/** One of the currencies, the first being the usual one. */
export const currency = (...codes: string[]): Parameter => ({
  name: 'currency',
  kind: 'currency',
  label: t('Currency'),
  help: t('Currency of the prices. Not every area is quoted in every currency.'),
  choices: codes.map((value) => ({ value })),
});

/** A block of the day; the names that are offered are no closed list. */
export const blockName = (choices: readonly Choice[]): Parameter => ({
  name: 'blockname',
  kind: 'choice',
  label: t('Block name'),
  help: t('One block of the day. The names in use are not documented; any text can be given.'),
  choices,
});

/** Blocks of the continental day, in market time. */
export const continentalBlocks: readonly Choice[] = [
  { value: 'Off-peak 1', label: t('00:00 to 08:00 CET') },
  { value: 'Peak', label: t('08:00 to 20:00 CET') },
  { value: 'Off-peak 2', label: t('20:00 to 24:00 CET') },
];

/** Preliminary or official. */
export const status: Parameter = {
  name: 'status',
  kind: 'choice',
  label: t('Status'),
  help: t('Preliminary or official prices; without it both may come.'),
  choices: [
    { value: 'P', label: t('preliminary') },
    { value: 'O', label: t('official') },
  ],
};

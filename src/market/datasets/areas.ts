import * as l10n from '@vscode/l10n';
import type { Choice } from './dataset';

// What prompts suggest and read. No complete list is documented (docs/api.md, "Requests"), so any text is accepted.

/** The areas that appear in most datasets. */
export const deliveryAreas: readonly Choice[] = [
  { value: 'NO1', label: () => l10n.t('Norway, Oslo') },
  { value: 'NO2', label: () => l10n.t('Norway, Kristiansand') },
  { value: 'NO3', label: () => l10n.t('Norway, Trondheim') },
  { value: 'NO4', label: () => l10n.t('Norway, Tromsø') },
  { value: 'NO5', label: () => l10n.t('Norway, Bergen') },
  { value: 'SE1', label: () => l10n.t('Sweden, Luleå') },
  { value: 'SE2', label: () => l10n.t('Sweden, Sundsvall') },
  { value: 'SE3', label: () => l10n.t('Sweden, Stockholm') },
  { value: 'SE4', label: () => l10n.t('Sweden, Malmö') },
  { value: 'FI', label: () => l10n.t('Finland') },
  { value: 'DK1', label: () => l10n.t('Denmark, west') },
  { value: 'DK2', label: () => l10n.t('Denmark, east') },
  { value: 'EE', label: () => l10n.t('Estonia') },
  { value: 'LV', label: () => l10n.t('Latvia') },
  { value: 'LT', label: () => l10n.t('Lithuania') },
  { value: 'AT', label: () => l10n.t('Austria') },
  { value: 'BE', label: () => l10n.t('Belgium') },
  { value: 'FR', label: () => l10n.t('France') },
  { value: 'DE-LU', label: () => l10n.t('Germany and Luxembourg') },
  { value: 'NL', label: () => l10n.t('Netherlands') },
  { value: 'PL', label: () => l10n.t('Poland') },
  { value: 'UK', label: () => l10n.t('United Kingdom') },
];

/** The German transmission systems, which are areas of their own in intraday trading. */
const germanAreas: readonly Choice[] = [
  { value: '50Hz', label: () => l10n.t('Germany, 50Hertz') },
  { value: 'AMP', label: () => l10n.t('Germany, Amprion') },
  { value: 'TTG', label: () => l10n.t('Germany, TenneT') },
  { value: 'TBW', label: () => l10n.t('Germany, TransnetBW') },
];

const southeasternAreas: readonly Choice[] = [
  { value: 'BG', label: () => l10n.t('Bulgaria') },
  { value: 'TEL', label: () => l10n.t('Romania') },
];

/** The areas and groups of areas that have day-ahead prices. */
export const priceAreas: readonly Choice[] = [
  ...deliveryAreas,
  { value: 'GER', label: () => l10n.t('Germany') },
  ...germanAreas,
  { value: 'PLC', label: () => l10n.t('Poland') },
  ...southeasternAreas,
  { value: 'SYS', label: () => l10n.t('system price') },
  { value: 'NO', label: () => l10n.t('all areas of Norway') },
  { value: 'SE', label: () => l10n.t('all areas of Sweden') },
  { value: 'DK', label: () => l10n.t('all areas of Denmark') },
];

/** The areas of intraday trading, in which Germany is four. */
const intradayAreas: readonly Choice[] = [
  ...deliveryAreas.filter(({ value }) => value !== 'DE-LU'),
  ...germanAreas,
  ...southeasternAreas,
];

/** The areas of intraday orders. */
export const orderAreas: readonly Choice[] = [
  ...intradayAreas,
  { value: 'IS', label: () => l10n.t('Iceland') },
];

/** Ends of cables, which have capacities of their own. */
const borderAreas: readonly Choice[] = [
  { value: 'NO2_ND', label: () => l10n.t('NorNed, Norwegian end') },
  { value: 'NO2_NK', label: () => l10n.t('NordLink, Norwegian end') },
  { value: 'DK1_CO', label: () => l10n.t('COBRAcable, Danish end') },
  { value: 'SE4_BC', label: () => l10n.t('Baltic Cable, Swedish end') },
];

/** The ends of hub-to-hub capacities. */
export const hubAreas: readonly Choice[] = [...intradayAreas, ...borderAreas];

export const ukAreas: readonly Choice[] = [
  { value: 'UK', label: () => l10n.t('United Kingdom') },
  { value: 'NO2', label: () => l10n.t('Norway, Kristiansand (North Sea Link)') },
];

/** All areas that some dataset suggests; others are sent with a warning. */
export const knownAreas: readonly Choice[] = [...priceAreas, ...orderAreas, ...borderAreas];

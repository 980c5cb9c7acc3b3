import * as l10n from '@vscode/l10n';
import type { Choice } from './dataset';

/**
 * Delivery areas suggested in prompts. No complete list is documented (docs/api.md, "Requests"), so
 * any text is accepted.
 */
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

/** Border sub-areas used by hub-to-hub capacities and flows, suggested after the areas. */
export const borderAreas: readonly Choice[] = [
  { value: 'NO2_ND', label: () => l10n.t('NorNed, Norwegian end') },
  { value: 'NO2_NK', label: () => l10n.t('NordLink, Norwegian end') },
  { value: 'DK1_CO', label: () => l10n.t('COBRAcable, Danish end') },
  { value: 'SE4_BC', label: () => l10n.t('Baltic Cable, Swedish end') },
];

export const ukAreas: readonly Choice[] = [
  { value: 'UK', label: () => l10n.t('United Kingdom') },
  { value: 'NO2', label: () => l10n.t('Norway, Kristiansand (North Sea Link)') },
];

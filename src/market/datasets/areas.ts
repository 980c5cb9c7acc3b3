import type { Choice } from './dataset';
import { t } from '../../text/l10n';

/**
 * Delivery areas offered in prompts. No complete list is documented
 * (docs/api.md, "Requests"), so this is an offer, never a check: free text stays possible everywhere.
 */
export const deliveryAreas: readonly Choice[] = [
  { value: 'NO1', label: t('Norway, Oslo') },
  { value: 'NO2', label: t('Norway, Kristiansand') },
  { value: 'NO3', label: t('Norway, Trondheim') },
  { value: 'NO4', label: t('Norway, Tromsø') },
  { value: 'NO5', label: t('Norway, Bergen') },
  { value: 'SE1', label: t('Sweden, Luleå') },
  { value: 'SE2', label: t('Sweden, Sundsvall') },
  { value: 'SE3', label: t('Sweden, Stockholm') },
  { value: 'SE4', label: t('Sweden, Malmö') },
  { value: 'FI', label: t('Finland') },
  { value: 'DK1', label: t('Denmark, west') },
  { value: 'DK2', label: t('Denmark, east') },
  { value: 'EE', label: t('Estonia') },
  { value: 'LV', label: t('Latvia') },
  { value: 'LT', label: t('Lithuania') },
  { value: 'AT', label: t('Austria') },
  { value: 'BE', label: t('Belgium') },
  { value: 'FR', label: t('France') },
  { value: 'DE-LU', label: t('Germany and Luxembourg') },
  { value: 'NL', label: t('Netherlands') },
  { value: 'PL', label: t('Poland') },
  { value: 'UK', label: t('United Kingdom') },
];

/** Border sub-areas that hub-to-hub capacities and flows are also given for, offered after the areas. */
export const borderAreas: readonly Choice[] = [
  { value: 'NO2_ND', label: t('NorNed, Norwegian end') },
  { value: 'NO2_NK', label: t('NordLink, Norwegian end') },
  { value: 'DK1_CO', label: t('COBRAcable, Danish end') },
  { value: 'SE4_BC', label: t('Baltic Cable, Swedish end') },
];

export const ukAreas: readonly Choice[] = [
  { value: 'UK', label: t('United Kingdom') },
  { value: 'NO2', label: t('Norway, Kristiansand (North Sea Link)') },
];

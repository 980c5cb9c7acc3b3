import type { Choice } from './dataset';

/**
 * Delivery areas offered in prompts. The API description names NO1, NO2, SE1, SE2 and FI only and
 * shows no full list, so this is an offer, never a check: free text stays possible everywhere.
 */
export const deliveryAreas: readonly Choice[] = [
  { value: 'NO1', label: 'Norway, Oslo' },
  { value: 'NO2', label: 'Norway, Kristiansand' },
  { value: 'NO3', label: 'Norway, Trondheim' },
  { value: 'NO4', label: 'Norway, Tromsø' },
  { value: 'NO5', label: 'Norway, Bergen' },
  { value: 'SE1', label: 'Sweden, Luleå' },
  { value: 'SE2', label: 'Sweden, Sundsvall' },
  { value: 'SE3', label: 'Sweden, Stockholm' },
  { value: 'SE4', label: 'Sweden, Malmö' },
  { value: 'FI', label: 'Finland' },
  { value: 'DK1', label: 'Denmark, west' },
  { value: 'DK2', label: 'Denmark, east' },
  { value: 'EE', label: 'Estonia' },
  { value: 'LV', label: 'Latvia' },
  { value: 'LT', label: 'Lithuania' },
  { value: 'AT', label: 'Austria' },
  { value: 'BE', label: 'Belgium' },
  { value: 'FR', label: 'France' },
  { value: 'DE-LU', label: 'Germany and Luxembourg' },
  { value: 'NL', label: 'Netherlands' },
  { value: 'PL', label: 'Poland' },
  { value: 'UK', label: 'United Kingdom' },
];

/** Border sub-areas that hub-to-hub capacities and flows are also given for, offered after the areas. */
export const borderAreas: readonly Choice[] = [
  { value: 'NO2_ND', label: 'NorNed, Norwegian end' },
  { value: 'NO2_NK', label: 'NordLink, Norwegian end' },
  { value: 'DK1_CO', label: 'COBRAcable, Danish end' },
  { value: 'SE4_BC', label: 'Baltic Cable, Swedish end' },
];

export const ukAreas: readonly Choice[] = [
  { value: 'UK', label: 'United Kingdom' },
  { value: 'NO2', label: 'Norway, Kristiansand (North Sea Link)' },
];

import * as l10n from '@vscode/l10n';
import type { Sentence } from '../../text/l10n';

/** The column headers of attributes whose names are known, in lowercase: services write them differently. */
const titles: ReadonlyMap<string, Sentence> = new Map(
  Object.entries({
    deliveryarea: () => l10n.t('Delivery area'),
    area: () => l10n.t('Area'),
    deliveryareafrom: () => l10n.t('From area'),
    areafrom: () => l10n.t('From area'),
    from: () => l10n.t('From'),
    deliveryareato: () => l10n.t('To area'),
    areato: () => l10n.t('To area'),
    to: () => l10n.t('To'),
    blockname: () => l10n.t('Block name'),
    block: () => l10n.t('Block'),
    status: () => l10n.t('Status'),
    currency: () => l10n.t('Currency'),
    connection: () => l10n.t('Interconnector'),
    endpoint: () => l10n.t('Endpoint'),
    direction: () => l10n.t('Direction'),
    venue: () => l10n.t('Venue'),
  }),
);

/** `confirmationStatus` as words: "Confirmation status". Any other kind of name stays as it was sent. */
function words(name: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]+)+$/.test(name)) return name;
  const spaced = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The column header of an attribute. */
export const attributeTitle = (name: string): string => titles.get(name.toLowerCase())?.() ?? words(name);

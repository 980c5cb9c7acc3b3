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

/** The column header of an attribute; a name that isn't known is shown as it was sent. */
export const attributeTitle = (name: string): string => titles.get(name.toLowerCase())?.() ?? name;

import * as l10n from '@vscode/l10n';
import type { RequestTrace } from '#src/request/requestTrace';
import type { ShownParameter } from '#src/protocol/messages';
import { formatCount } from '#src/text/l10n';
import { formatBytes } from '#src/text/sizesAndDurations';
import { secondaryButton } from '../controls/controls';
import { element } from '../controls/dom';
import type { Host } from '../host/pane';
import { parameterTexts } from './parameterTexts';

/** A table of names and values. */
export function pairs(label: string, lines: readonly (readonly [string, ...string[]])[]): HTMLElement {
  return element(
    'table',
    { class: 'pairs', 'aria-label': label },
    element(
      'tbody',
      {},
      ...lines.map(([name, ...values]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, name),
          ...values.map((value) => element('td', { class: 'code' }, value)),
        ),
      ),
    ),
  );
}

/** A size rounded, and in bytes. */
export function exactSize(bytes: number): string {
  return bytes < 1000
    ? formatBytes(bytes)
    : l10n.t('{0} ({1} bytes)', formatBytes(bytes), formatCount(bytes));
}

/** A heading and the content below it. */
export function section(title: string, ...content: Node[]): HTMLElement {
  return element('section', { class: 'request-section' }, element('h2', {}, title), ...content);
}

/** The complete address, with a button that copies it. */
export function addressLine(host: Host, { method, url }: RequestTrace, copyLabel = l10n.t('Copy Address')) {
  const copy = secondaryButton(copyLabel, () => host.act({ kind: 'copyText', text: url }), 'copy');
  const line = element('code', { class: 'url' }, element('span', { class: 'method' }, method), ` ${url}`);
  return element('div', { class: 'address' }, line, copy.element);
}

/** The parameters below their heading. */
export const parameterSection = (parameters: readonly ShownParameter[], timeZone: string): HTMLElement =>
  section(l10n.t('Parameters'), parameterTable(l10n.t('Parameters'), parameters, timeZone));

/** Parameters as sent, with their times also in the time zone. */
export function parameterTable(
  label: string,
  parameters: readonly ShownParameter[],
  timeZone: string,
): HTMLElement {
  if (parameters.length === 0) {
    return element(
      'p',
      { class: 'quiet' },
      l10n.t('No parameters were sent; the service used its defaults.'),
    );
  }
  const texts = parameterTexts(
    parameters.map(({ value }) => value),
    timeZone,
  );
  return pairs(
    label,
    parameters.map(({ name, value }, index) => {
      const read = texts[index] ?? value;
      return [name, value, read === value ? '' : l10n.t('{0} in {1}', read, timeZone)];
    }),
  );
}

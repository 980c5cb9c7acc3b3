import * as l10n from '@vscode/l10n';
import type { Finding, FindingKey } from '#src/market/integrity/findings';
import { isFlaw } from '#src/market/integrity/judgement';
import type { ResultState, RowsOfFinding } from '#src/protocol/messages';
import { plainButton } from '../../controls/controls';
import { element, setAttribute } from '../../controls/dom';
import { icon } from '../../controls/icons';
import { createMissingList } from './missingList';
import type { Host } from '../../host/pane';
import type { ShownFinding } from '../observable';
import { createWaitingPart } from '../waiting';

/** For findings whose rows in the table are more than the counted ones. */
const company: Partial<Record<Finding['kind'], (text: string) => string>> = {
  duplicates: (text) => l10n.t('{0}, including the first of each', text),
  overlaps: (text) => l10n.t('{0}, including the intervals they overlap', text),
};

/** Without what goes without saying of a complete response: how many series and intervals it has. */
const worthSaying = (findings: readonly Finding[]): readonly Finding[] =>
  findings.some((finding) => isFlaw(finding) || finding.kind === 'toCome')
    ? findings
    : findings.filter(({ kind }) => kind !== 'series' && kind !== 'received');

/**
 * How the response compares with the query, in the second line of the header. A finding with rows is a button
 * that shows them in the table, or lists the missing intervals below the header.
 */
export function createIntegrityStrip(
  host: Host,
  shown: ShownFinding,
  onShowRows: (rows: RowsOfFinding) => void,
) {
  const parts = element('ul', { class: 'strip-parts lines', 'aria-label': l10n.t('Integrity') });
  const missing = createMissingList(host, (key) =>
    onShowRows({ key, text: l10n.t('rows near a missing interval') }),
  );
  const named = { class: 'strip', 'aria-label': l10n.t('Response integrity'), hidden: '' };
  const strip = element('section', named, parts);
  const list = element('div', { class: 'strip-list' }, missing.element);
  /** In the same line, because it's what a person can do about the findings. */
  const waiting = createWaitingPart(host);
  const buttons = new Map<HTMLElement, Finding>();
  let drawn = '';

  function mark(): void {
    const pressed = keyText(shown.get()?.key);
    for (const [each, finding] of buttons) {
      const isList = finding.shows === 'gaps';
      setAttribute(each, 'aria-expanded', isList ? String(!missing.element.hidden) : null);
      setAttribute(each, 'aria-pressed', isList ? null : String(keyText(finding) === pressed));
    }
  }

  function choose(finding: Finding): void {
    if (finding.shows === 'gaps') missing.toggle();
    else if (keyText(shown.get()?.key) === keyText(finding)) shown.set(null);
    else
      onShowRows({
        key: keyOf(finding),
        text: company[finding.kind]?.(finding.text) ?? finding.text,
      });
    mark();
  }

  function partOf(finding: Finding): HTMLElement {
    const { text, severity, shows } = finding;
    const content = severity === 'problem' ? [icon('warning'), text] : [text];
    if (shows === 'nothing') {
      return element('li', { 'data-severity': severity }, element('span', { class: 'part' }, ...content));
    }
    const title =
      shows === 'gaps' ? l10n.t('List missing intervals') : l10n.t('Show only these rows in the table');
    const made = plainButton({ class: 'part', title }, () => choose(finding), ...content);
    if (shows === 'gaps') made.setAttribute('aria-controls', missing.element.id);
    buttons.set(made, finding);
    return element('li', { 'data-severity': severity }, made);
  }

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || missing.element.hidden) return;
    missing.close();
    mark();
    [...buttons].find(([, { shows }]) => shows === 'gaps')?.[0].focus();
  }

  for (const part of [strip, list]) part.addEventListener('keydown', leave);
  shown.onChange(mark);

  return {
    element: strip,
    /** The missing intervals, to be placed below the header. */
    list,
    show(state: ResultState) {
      const { integrity, whenPublished } = state;
      const findings = worthSaying(integrity ?? []);
      strip.hidden = findings.length === 0 && (whenPublished === null || !integrity?.length);
      missing.show(state);
      waiting.show(state);
      // A button that is recreated would lose the focus.
      const key = JSON.stringify([state.id, findings]);
      if (key !== drawn) {
        drawn = key;
        buttons.clear();
        parts.replaceChildren(...findings.map(partOf), waiting.element);
      }
      mark();
    },
  };
}

const keyOf = ({ kind, of }: FindingKey): FindingKey => (of === undefined ? { kind } : { kind, of });
const keyText = (key: FindingKey | undefined) => key && JSON.stringify(keyOf(key));

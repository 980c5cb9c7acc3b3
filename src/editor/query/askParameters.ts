import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { offersFor, questionsOf, type Answers, type Clock, type Offer, type Question } from './suggestions';
import { pick, runSteps, type StepEnd } from '../shell/steps';

type OfferItem = vscode.QuickPickItem & { offer?: Offer };

const runNow = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('run'),
  tooltip: vscode.l10n.t('Run with what is answered so far'),
});

/**
 * Walks the dataset's questions in one flow. `last` are the answers offered first; resolves with the
 * new ones in the person's words, or `undefined` when the person left.
 */
export async function askParameters(
  dataset: Dataset,
  last: Answers,
  clock: Clock,
): Promise<Answers | undefined> {
  const questions = questionsOf(dataset);
  const answers: Record<string, string> = {};
  const typed = new Map<Question, string>();
  const steps = questions.map((question, place) => async (step: number, totalSteps: number) => {
    const restRequired = questions.slice(place).some(({ isRequired }) => isRequired);
    const end = await askOne(dataset, question, {
      step,
      totalSteps,
      typed: typed.get(question) ?? '',
      onTyped: (text) => typed.set(question, text),
      // Going back shows what was answered before.
      last: { ...last, ...answers },
      clock,
      mayRunNow: !restRequired,
    });
    if (end.kind === 'answer') Object.assign(answers, end.answer);
    return end;
  });
  return (await runSteps(steps)) ? answers : undefined;
}

interface Asking {
  step: number;
  totalSteps: number;
  typed: string;
  onTyped: (text: string) => void;
  last: Answers;
  clock: Clock;
  mayRunNow: boolean;
}

async function askOne(
  dataset: Dataset,
  question: Question,
  { step, totalSteps, typed, onTyped, last, clock, mayRunNow }: Asking,
): Promise<StepEnd<Answers>> {
  const optional = question.isRequired ? '' : vscode.l10n.t(' (optional)');
  const end = await pick<OfferItem>({
    title: `${dataset.title()}: ${question.label}${optional}`,
    step,
    totalSteps,
    placeholder: placeholderOf(question),
    typed,
    onTyped,
    offers: (text) => itemsOf(offersFor(question, text, last, clock)),
    accepts: ({ offer }) => offer?.answers !== undefined,
    preferred: ({ offer }) => isPreferred(question, offer),
    ...(mayRunNow ? { finish: runNow() } : {}),
  });
  return end.kind === 'answer' ? { ...end, answer: end.answer.offer?.answers ?? {} } : end;
}

function placeholderOf({ parameters, help }: Question): string {
  if (parameters.length === 2) {
    return vscode.l10n.t('A day such as 2026-03-29 or today-7d, or "2026-03-29T10:00 to 2026-03-29T12:00"');
  }
  const [parameter] = parameters;
  if (parameter?.kind === 'date') {
    return vscode.l10n.t('{0} Choose, or type a day such as 2026-03-29 or today-7d', help);
  }
  if (parameter?.kind === 'powerHour') {
    return vscode.l10n.t('{0} Choose, or type its start such as 2026-03-29T10:00', help);
  }
  return parameter?.several === true
    ? vscode.l10n.t('{0} Choose, or type; several as NO1,SE1', help)
    : vscode.l10n.t('{0} Choose, or type', help);
}

/** The last answer, else the suggestion, else leaving the parameter out. */
function isPreferred({ parameters, isRequired }: Question, offer: Offer | undefined): boolean {
  if (offer?.group === 'last') return true;
  const [parameter] = parameters;
  const preferred = parameter?.suggestion ?? (isRequired ? undefined : '');
  if (parameters.length === 2 || preferred === undefined) return offer?.answers !== undefined;
  return offer?.answers?.[parameter?.name ?? ''] === preferred;
}

const groups = [
  { group: 'typed', words: () => vscode.l10n.t('typed') },
  { group: 'last', words: () => vscode.l10n.t('last used') },
  { group: 'offered', words: () => vscode.l10n.t('choices') },
] as const;

function itemsOf(offers: readonly Offer[]): OfferItem[] {
  return groups.flatMap(({ group, words }) => {
    const members = offers.filter((offer) => offer.group === group);
    if (members.length === 0) return [];
    const separator: OfferItem = { label: words(), kind: vscode.QuickPickItemKind.Separator };
    return [separator, ...members.map(itemOf)];
  });
}

function itemOf(offer: Offer): OfferItem {
  const { label, description, detail, group, answers } = offer;
  return {
    label: answers ? label : `$(error) ${label}`,
    ...(description === undefined ? {} : { description }),
    ...(detail === undefined ? {} : { detail }),
    // What is typed is no search word of its own line.
    alwaysShow: group === 'typed',
    offer,
  };
}

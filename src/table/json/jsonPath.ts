import * as l10n from '@vscode/l10n';
import { oneLine } from '../../text/plainText';
import { QuestionError } from '../questionError';

/** Field names and indexes from the root to a value. */
type JsonSteps = readonly (string | number)[];

const example = '$[3].areas[0].price';

const plainName = /^[A-Za-z_]\w*$/;

/** The steps as a JSONPath of RFC 9535. Names that need quotation marks are normalized (section 2.7). */
export function jsonPathText(steps: JsonSteps): string {
  const texts = steps.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return plainName.test(step) ? `.${step}` : `['${escapedName(step)}']`;
  });
  return `$${texts.join('')}`;
}

/** JSON's escapes are those of RFC 9535, which only escapes another quotation mark. */
function escapedName(name: string): string {
  const other: Readonly<Record<string, string>> = { '\\"': '"', "'": String.raw`\'` };
  return JSON.stringify(name)
    .slice(1, -1)
    .replace(/\\.|'/g, (found) => other[found] ?? found);
}

/** A step at the start of a text, as RFC 9535 writes it: a name with a dot, or either in brackets. */
const anyStep =
  /^\s*(?:\.(?<name>[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)|\[\s*(?:(?<index>0|[1-9]\d{0,14})|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)')\s*\])/;

/**
 * Reads a JSONPath that leads to one value by names and indexes. Throws a `QuestionError` that says what is wrong
 * with it.
 */
export function readJsonPath(path: string): JsonSteps {
  const text = path.trim();
  if (!text.startsWith('$'))
    throw new QuestionError(l10n.t('The path must start with $, such as {0}.', example));
  const steps: (string | number)[] = [];
  let rest = text.slice(1);
  while (rest !== '') {
    const found = anyStep.exec(rest);
    const step = found?.groups && stepOf(found.groups);
    if (!found || step === undefined) {
      throw new QuestionError(
        l10n.t(
          '"{0}" is neither a name nor an index. Enter a path such as {1}.',
          oneLine(rest.trim(), 60),
          example,
        ),
      );
    }
    steps.push(step);
    rest = rest.slice(found[0].length);
  }
  return steps;
}

function stepOf({ name, index, double, single }: Readonly<Record<string, string | undefined>>) {
  if (index !== undefined) return Number(index);
  if (name !== undefined) return name;
  const escaped: Readonly<Record<string, string>> = { [String.raw`\'`]: "'", '"': '\\"' };
  const inner = double ?? single?.replace(/\\.|"/g, (found) => escaped[found] ?? found) ?? '';
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return undefined; // an escape that isn't defined
  }
}

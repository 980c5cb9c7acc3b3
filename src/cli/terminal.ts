import { oneLine } from '../text/plainText';

/** Milliseconds between lines of progress where none can be rewritten, such as in the log of a CI job. */
const plainEveryMs = 10_000;
/** The same on a terminal. */
const rewrittenEveryMs = 200;

type Color = 'red' | 'green';
const codes = { red: 31, green: 32 } as const satisfies Record<Color, number>;

/**
 * A line that GitHub Actions doesn't take for a command to the job: what it says may come from a file of the
 * repository, or from the service.
 */
export const printable = (text: string): string =>
  process.env['GITHUB_ACTIONS'] ? text.replace(/^\s*::/, ': :').replaceAll('##[', '# #[') : text;

/**
 * Where the command line writes: results on standard output, and progress on standard error, as a line that
 * rewrites itself on a terminal.
 */
export class Terminal {
  private readonly isQuiet: boolean;
  private readonly isRewritten = process.stderr.isTTY;
  private shown = '';
  private shownAt = 0;

  constructor({ quiet }: { readonly quiet: boolean }) {
    this.isQuiet = quiet;
  }

  /** Writes a line of the result. */
  line(text: string): void {
    this.clear();
    process.stdout.write(`${printable(text)}\n`);
  }

  /** Colors a text of the result on a terminal, unless `NO_COLOR` is set (https://no-color.org). */
  colored(text: string, color: Color): string {
    const isColored = process.stdout.isTTY && !process.env['NO_COLOR'];
    return isColored ? `\u001b[${codes[color]}m${text}\u001b[0m` : text;
  }

  /** Says something about the run, such as a warning. */
  say(text: string): void {
    this.clear();
    process.stderr.write(`${printable(text)}\n`);
  }

  /** Says how far the run is, unless it did so just now. */
  progress(text: string): void {
    const everyMs = this.isRewritten ? rewrittenEveryMs : plainEveryMs;
    if (Date.now() - this.shownAt >= everyMs) this.progressNow(text);
  }

  /** Says at once what the run does for a longer time, such as waiting for the service. */
  progressNow(text: string): void {
    if (this.isQuiet) return;
    this.shownAt = Date.now();
    if (!this.isRewritten) {
      process.stderr.write(`${printable(text)}\n`);
      return;
    }
    this.shown = oneLine(text, Math.max(20, process.stderr.columns - 1));
    process.stderr.write(`\r\u001b[K${this.shown}`);
  }

  /** Removes the line of progress. */
  clear(): void {
    if (this.shown === '') return;
    this.shown = '';
    process.stderr.write('\r\u001b[K');
  }
}

import { harmlessLines, oneLine } from '../text/plainText';

/** Milliseconds between lines of progress where none can be rewritten, such as in the log of a CI job. */
const plainEveryMs = 10_000;
/** The same on a terminal. */
const rewrittenEveryMs = 200;

const colors = { red: 31, green: 32 } as const;

/**
 * Where the command line writes: results on standard output, and progress on standard error, as a line that
 * rewrites itself on a terminal. What its lines say may come from files of others or from the service.
 */
export class Terminal {
  private readonly isQuiet: boolean;
  private readonly isRewritten = process.stderr.isTTY;
  private shown = '';
  private shownAt = 0;

  constructor({ quiet = false }: { readonly quiet?: boolean } = {}) {
    this.isQuiet = quiet;
  }

  /** Writes lines of the result, on a terminal in color unless `NO_COLOR` is set (https://no-color.org). */
  line(text: string, color?: keyof typeof colors): void {
    this.clear();
    const isColored = color && process.stdout.isTTY && !process.env['NO_COLOR'];
    const plain = harmlessLines(text);
    process.stdout.write(`${isColored ? `\u001b[${colors[color]}m${plain}\u001b[0m` : plain}\n`);
  }

  /** Writes a line for programs as it is. */
  data(line: string): void {
    this.clear();
    process.stdout.write(`${line}\n`);
  }

  /** Says something about the run, such as a warning. */
  say(text: string): void {
    this.clear();
    process.stderr.write(`${harmlessLines(text)}\n`);
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
      this.say(text);
      return;
    }
    this.shown = oneLine(harmlessLines(text), Math.max(20, process.stderr.columns - 1));
    process.stderr.write(`\r\u001b[K${this.shown}`);
  }

  /** Removes the line of progress. */
  clear(): void {
    if (this.shown === '') return;
    this.shown = '';
    process.stderr.write('\r\u001b[K');
  }
}

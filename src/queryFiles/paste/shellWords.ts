/** How a shell reads its commands, as far as copied or documented commands need it. */
interface Shell {
  /** Makes the next character a plain one. */
  readonly escape: string;
  /** The quotation marks. Between single ones, everything is plain. */
  readonly quotes: string;
  /** Whether a dollar sign begins a variable or a command. */
  readonly expands: boolean;
  /** Whether words between braces are part of a value, such as a table of headers. */
  readonly hasBraces: boolean;
}

const sh: Shell = { escape: '\\', quotes: `'"`, expands: true, hasBraces: false };
const cmd: Shell = { escape: '\\', quotes: '"', expands: false, hasBraces: false };
const powerShell: Shell = { escape: '`', quotes: `'"`, expands: true, hasBraces: true };

/** Replaces a variable or the output of a command in a word, because its value isn't known. */
const unknownValue = '{{…}}';

/**
 * The words of each command in the text that `start` finds at the beginning of a line, from the command's
 * name on. Quotation marks, escapes, and line continuations of sh, cmd, or PowerShell are resolved, and
 * variables become `unknownValue`. Never throws; takes linear time.
 *
 * @param start A pattern with the flags `g` and `m` that ends where the name of a command begins.
 */
export function commandsIn(text: string, start: RegExp): string[][] {
  const [shell, readable] = shellOf(text);
  const commands: string[][] = [];
  let at = 0;
  for (;;) {
    start.lastIndex = at;
    const found = start.exec(readable);
    if (!found) return commands;
    const reader = new CommandReader(readable, found.index + found[0].length, shell);
    commands.push(reader.words());
    at = reader.at;
  }
}

/** The shell that a text was probably written for, and the text without cmd's carets. */
function shellOf(text: string): [Shell, string] {
  if (/\^(?:\r?\n|")/.test(text))
    return [cmd, text.replace(/\^(\r?\n|[^])/g, (_, next: string) => (next.endsWith('\n') ? ' ' : next))];
  if (/`\r?\n|^[ \t]*(?:\$[\w:]+[ \t]*=[ \t]*)?(?:Invoke-|iwr |irm )/im.test(text)) return [powerShell, text];
  return [sh, text];
}

/** Escapes between `$'` and `'`. */
const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
};

class CommandReader {
  private found: string[] = [];
  /** `null` between words. An empty text is a word, too. */
  private word: string | null = null;
  /** Number of open braces; their content is left out. */
  private braces = 0;

  constructor(
    private readonly text: string,
    /** Offset of the next character to read. */
    public at: number,
    private readonly shell: Shell,
  ) {}

  /** Reads to the end of the command, and at least one character. */
  words(): string[] {
    while (this.at < this.text.length && this.readOne());
    this.endWord();
    return this.found;
  }

  /** Reads one character, or everything that it begins. Returns `false` at the end of the command. */
  private readOne(): boolean {
    const { shell } = this;
    const character = this.next();
    if (character === ' ' || character === '\t' || character === '\r') return this.endWord();
    if (this.isLineBreak(character)) return this.braces > 0;
    if (character === shell.escape) return this.readEscape();
    if (shell.quotes.includes(character)) return this.readQuoted(character);
    if (shell.expands && (character === '$' || character === '`')) return this.readExpansion(character);
    if (shell.hasBraces && '{}'.includes(character)) return this.countBrace(character);
    if (this.braces > 0) return true;
    if (';|<>'.includes(character)) return false;
    // Within a word, it's part of an address that should have been in quotation marks.
    if (this.word === null && (character === '&' || character === '#')) return false;
    return this.add(character);
  }

  private next(): string {
    const character = this.text.charAt(this.at);
    this.at += 1;
    return character;
  }

  private add(text: string): true {
    this.word = (this.word ?? '') + text;
    return true;
  }

  private endWord(): true {
    if (this.word !== null && this.braces === 0) this.found.push(this.word);
    this.word = null;
    return true;
  }

  private isLineBreak(character: string): boolean {
    if (character !== '\n') return false;
    this.endWord();
    return true;
  }

  private countBrace(character: string): true {
    this.endWord();
    this.braces = Math.max(0, this.braces + (character === '{' ? 1 : -1));
    this.word = null;
    return true;
  }

  /** Reads an escaped character; an escaped line break is left out. */
  private readEscape(): true {
    const { escape } = this.shell;
    if (this.shell === cmd && this.text.charAt(this.at) !== '"') return this.add(escape);
    const character = this.next();
    if (character === '\n') return true;
    if (character === '\r' && this.text.charAt(this.at) === '\n') {
      this.at += 1;
      return true;
    }
    return this.add(character);
  }

  private readQuoted(mark: string): true {
    this.add('');
    const { shell } = this;
    while (this.at < this.text.length) {
      const character = this.next();
      if (character === mark) {
        // PowerShell and cmd escape a quotation mark by doubling it.
        if (shell === sh || this.text.charAt(this.at) !== mark) return true;
        this.add(this.next());
      } else if (mark === '"' && character === shell.escape && this.isEscaped(this.text.charAt(this.at))) {
        this.readEscape();
      } else if (mark === '"' && shell.expands && (character === '$' || character === '`')) {
        this.readExpansion(character);
      } else {
        this.add(character);
      }
    }
    return true;
  }

  /** Between double quotation marks, a backslash escapes only characters that are special there. */
  private isEscaped(character: string): boolean {
    return this.shell === powerShell || '"\\$`\n\r'.includes(character);
  }

  private readExpansion(mark: string): true {
    const following = this.text.charAt(this.at);
    if (mark === '`') return this.skipTo('`', null);
    if (following === "'" && this.shell === sh) return this.readAnsi();
    if (following === '(' || following === '{') {
      this.at += 1;
      return this.skipTo(following === '(' ? ')' : '}', following);
    }
    const name = /[\w:?]*/y;
    name.lastIndex = this.at;
    const length = name.exec(this.text)?.[0].length ?? 0;
    this.at += length;
    return this.add(length > 0 ? unknownValue : mark);
  }

  /** Skips everything up to the closing mark; marks may be nested. */
  private skipTo(close: string, open: string | null): true {
    for (let depth = 1; depth > 0 && this.at < this.text.length;) {
      const character = this.next();
      if (character === close) depth -= 1;
      else if (character === open) depth += 1;
    }
    return this.add(unknownValue);
  }

  private readAnsi(): true {
    this.at += 1;
    this.add('');
    while (this.at < this.text.length) {
      const character = this.next();
      if (character === "'") return true;
      this.add(character === '\\' ? this.ansiEscape() : character);
    }
    return true;
  }

  private ansiEscape(): string {
    const numbered = /x([\da-f]{1,2})|u([\da-f]{1,4})/iy;
    numbered.lastIndex = this.at;
    const found = numbered.exec(this.text);
    if (found) {
      this.at += found[0].length;
      return String.fromCharCode(Number.parseInt(found[1] ?? found[2] ?? '', 16));
    }
    const character = this.next();
    return ansiEscapes[character] ?? character;
  }
}

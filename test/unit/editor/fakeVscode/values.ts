import { posix } from 'node:path';
import type * as vscode from 'vscode';
import { doubleOf } from '../../doubleOf';

/** As VS Code encodes an address: everything except what is never special. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

interface UriParts {
  readonly scheme?: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
  readonly fragment?: string;
}

export class Uri implements vscode.Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  private constructor(parts: UriParts) {
    this.scheme = parts.scheme ?? 'file';
    this.authority = parts.authority ?? '';
    this.path = parts.path ?? '';
    this.query = parts.query ?? '';
    this.fragment = parts.fragment ?? '';
  }

  static file(path: string): Uri {
    const slashed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
    return new Uri({ path: slashed.startsWith('/') ? slashed : `/${slashed}` });
  }

  static parse(text: string, isStrict = false): Uri {
    const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
      /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/.exec(text) ?? [];
    if (scheme === '' && isStrict)
      throw new Error(`[UriError]: Scheme is missing: {scheme: "", path: "${path}"}`);
    const [plainAuthority, plainPath] = [authority, path].map(decodeURIComponent);
    return new Uri({
      scheme: scheme || 'file',
      authority: plainAuthority ?? '',
      path: plainPath ?? '',
      query: decodeURIComponent(query),
      fragment: decodeURIComponent(fragment),
    });
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static joinPath(base: vscode.Uri, ...segments: string[]): Uri {
    return new Uri({ ...partsOf(base), path: posix.join(base.path, ...segments) });
  }

  get fsPath(): string {
    return process.platform === 'win32'
      ? this.path.replace(/^\/([a-z]):/i, '$1:').replaceAll('/', '\\')
      : this.path;
  }

  with(change: { [Part in keyof UriParts]?: string | null }): Uri {
    const parts = Object.entries(change).map(([part, value]): [string, string] => [part, value ?? '']);
    return new Uri({ ...partsOf(this), ...Object.fromEntries(parts) });
  }

  toString(skipEncoding = false): string {
    const encode = skipEncoding ? (text: string) => text : encoded;
    const path = this.path.split('/').map(encode).join('/');
    const isAbsolute = this.authority !== '' || this.scheme === 'file';
    return [
      `${this.scheme}:`,
      isAbsolute ? `//${encode(this.authority)}` : '',
      path,
      this.query && `?${encode(this.query)}`,
      this.fragment && `#${encode(this.fragment)}`,
    ].join('');
  }

  toJSON(): object {
    return { $mid: 1, external: this.toString(), ...partsOf(this) };
  }
}

const partsOf = ({ scheme, authority, path, query, fragment }: Required<UriParts>) => ({
  scheme,
  authority,
  path,
  query,
  fragment,
});

export class Disposable implements vscode.Disposable {
  constructor(private readonly callOnDispose: () => unknown) {}

  static from(...parts: { dispose: () => unknown }[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }

  dispose(): void {
    this.callOnDispose();
  }
}

const subscription = (dispose: () => unknown) => doubleOf<vscode.Disposable>({ dispose });

export class EventEmitter<Event> implements vscode.EventEmitter<Event> {
  private readonly listeners = new Set<(event: Event) => unknown>();

  readonly event: vscode.Event<Event> = (listener, thisArgs) => {
    const bound = (event: Event): unknown => Reflect.apply(listener, thisArgs, [event]);
    this.listeners.add(bound);
    return subscription(() => this.listeners.delete(bound));
  };

  fire(event: Event): void {
    for (const listener of this.listeners) listener(event);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

export class CancellationTokenSource implements vscode.CancellationTokenSource {
  private readonly canceled = new EventEmitter<undefined>();
  private isCanceled = false;
  readonly token: vscode.CancellationToken;

  constructor() {
    const isCanceled = () => this.isCanceled;
    this.token = {
      get isCancellationRequested() {
        return isCanceled();
      },
      // Whoever listens too late is told nevertheless, a turn later.
      onCancellationRequested: (listener, thisArgs) => {
        if (!this.isCanceled) return this.canceled.event(listener, thisArgs);
        const timer = setTimeout(() => void Reflect.apply(listener, thisArgs, [undefined]), 0);
        return subscription(() => clearTimeout(timer));
      },
    };
  }

  cancel(): void {
    if (this.isCanceled) return;
    this.isCanceled = true;
    this.canceled.fire(undefined);
  }

  dispose(): void {
    this.canceled.dispose();
  }
}

export class FileSystemError extends Error {
  private constructor(
    messageOrUri: string | vscode.Uri | undefined,
    readonly code: string,
  ) {
    super(messageOrUri === undefined ? code : messageOrUri.toString());
    this.name = `${code.replace('File', 'Entry')} (FileSystemError)`;
  }

  static FileNotFound = (of?: string | vscode.Uri) => new FileSystemError(of, 'FileNotFound');
  static FileExists = (of?: string | vscode.Uri) => new FileSystemError(of, 'FileExists');
  static Unavailable = (of?: string | vscode.Uri) => new FileSystemError(of, 'Unavailable');
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  constructor(
    readonly start: Position,
    readonly end: Position,
  ) {}
}

export class Location {
  readonly range: Range;

  constructor(
    readonly uri: vscode.Uri,
    place: Range | Position,
  ) {
    this.range = place instanceof Range ? place : new Range(place, place);
  }
}

export class Diagnostic {
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number = DiagnosticSeverity.Error,
  ) {}
}

/** What is appended as text is escaped. */
export class MarkdownString {
  constructor(public value = '') {}

  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~<>]/g, String.raw`\$&`).replace(/\n/g, '\n\n');
    return this;
  }
}

export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState = 0,
  ) {}
}

export class TestMessage {
  constructor(readonly message: string) {}
}

export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const UIKind = { Desktop: 1, Web: 2 };
export const ViewColumn = { Active: -1, CompanionFiles: -2, One: 1 };

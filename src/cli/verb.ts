import type { Arguments, Option, Options } from './readArguments';
import type { Terminal } from './terminal';

/** A word after the program's name that says what it does. */
export interface Verb<Known extends Options = Options> {
  /** What follows the verb, such as `FILE...`. */
  readonly takes: string;
  /** The arguments of an example, after the verb. */
  readonly example: string;
  readonly options: Known;
  /** What the help says below the options. */
  readonly notes?: string;
  /** Whether it has done its work when it's interrupted, or when the reader of its output ends. */
  readonly runsUntilEnded?: true;
  /**
   * Resolves with the exit status. Once the signal is aborted, ends soon, with everything fetched so far in
   * place. Rejects with an `Error` ready to print if it can't run.
   */
  run(given: Arguments<Known>, terminal: Terminal, signal: AbortSignal): Promise<number>;
}

/** Keeps the types of a verb's options. */
export const verb = <const Known extends Options>(described: Verb<Known>): Verb<Known> => described;

/** For verbs that say how far they are. */
export const quiet = { help: "don't show progress" } as const satisfies Option;

/** For verbs whose commands in the editor resolve with a summary. */
export const jsonOption = { value: 'FILE', help: 'also write the summary as JSON' } as const satisfies Option;

/** The options of all verbs that send requests. */
export const connectionOptions = {
  connection: {
    value: 'NAME',
    help: 'use this connection instead of those in the file; sandbox is the sample service',
  },
  secrets: {
    value: 'FILE',
    help: "read the connection's MARKET_DATA_… variables from a file of NAME=value lines",
  },
} as const satisfies Record<string, Option>;

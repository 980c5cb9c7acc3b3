import type { Verb } from './verb';

/** A verb as the program's help lists it. Its module is evaluated when it's used, with what it needs. */
interface ListedVerb {
  /** One sentence, in the imperative. */
  readonly help: string;
  readonly load: () => Promise<Verb>;
}

/** By the word that follows the program's name. */
export const verbs: Readonly<Record<string, ListedVerb>> = {
  check: {
    help: 'Run the checks of query files, or of all *.market.json files in a folder and its subfolders.',
    load: async () => (await import('./verbs/check')).check,
  },
  run: {
    help: 'Run a query and write its response to --target, as its "export" property specifies, or as JSON to standard output.',
    load: async () => (await import('./verbs/run')).run,
  },
  range: {
    help: 'Fetch the missing days of a range of delivery days into a folder.',
    load: async () => (await import('./verbs/range')).range,
  },
  verify: {
    help: 'Compare the files of a range with the sizes and hashes in its manifest.',
    load: async () => (await import('./verbs/verify')).verify,
  },
  sandbox: {
    help: 'Run the sample service, or replay saved responses, until it is interrupted.',
    load: async () => (await import('./verbs/sandbox')).sandbox,
  },
};

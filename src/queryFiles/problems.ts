import { oneLine } from '../text/plainText';

/** A range of a text in UTF-16 code units, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A problem in a query file, and its range. */
export interface FileProblem extends TextSpan {
  readonly message: string;
  /** Set for a problem of JSON itself, which every JSON editor reports. */
  readonly isSyntax?: true;
  /** Set if the schema of query files rejects it as well. */
  readonly isShape?: true;
}

/** Collects the problems of a file. */
export interface Problems {
  /** Something that JSON itself rejects. */
  readonly syntax: (at: TextSpan, message: () => string) => void;
  /** Something that the schema of query files rejects. */
  readonly shape: (at: TextSpan, message: () => string) => void;
  /** Something that only the reader knows. */
  readonly meaning: (at: TextSpan, message: () => string) => void;
}

const longestMessage = 500;

/** Per file. Nobody reads more, and wording them takes time. */
export const mostProblems = 100;

/** How many more problems a file may have before only the first one of each query is reported. */
export interface Budget {
  left: number;
}

/** Collects problems in `found`. Messages quote the file, so they are reduced to one line. */
export function problemsIn(found: FileProblem[], budget: Budget): Problems {
  const add =
    (mark: Pick<FileProblem, 'isSyntax' | 'isShape'>) =>
    ({ start, end }: TextSpan, message: () => string) => {
      // The first problem is always reported, because it keeps a query from running.
      if (found.length > 0 && budget.left <= 0) return;
      budget.left -= 1;
      found.push({ start, end, message: oneLine(message(), longestMessage), ...mark });
    };
  return { syntax: add({ isSyntax: true }), shape: add({ isShape: true }), meaning: add({}) };
}

/** For reading what is reported elsewhere. */
export const unreported = problemsIn([], { left: 0 });

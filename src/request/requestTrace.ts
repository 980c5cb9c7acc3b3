/** One header as it was sent or received. */
export interface HeaderLine {
  name: string;
  /** Secrets are masked wherever a line leaves the folder that talks HTTP. */
  value: string;
}

/** What was asked and what came back, without secrets. */
export interface RequestTrace {
  method: 'GET';
  url: string;
  /** Headers of the last request to the data address; empty when none was sent. */
  sent: HeaderLine[];
  received: HeaderLine[];
  status: number | null;
  /** How many times the data address was asked: more than 1 after a renewal, a wait or a reset. */
  attempts: number;
}

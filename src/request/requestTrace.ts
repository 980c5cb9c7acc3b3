/** One header, as sent or received. */
export interface HeaderLine {
  name: string;
  /** Secrets are masked before a line leaves the folder that sends requests. */
  value: string;
}

/** A request and its response, without secrets. */
export interface RequestTrace {
  method: 'GET';
  url: string;
  /** Headers of the last request to the data address; empty when none was sent. */
  sent: HeaderLine[];
  received: HeaderLine[];
  status: number | null;
  /**
   * How many requests were sent to the data address: more than 1 after a token renewal, a wait, or
   * a reset.
   */
  attempts: number;
}

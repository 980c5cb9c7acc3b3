/** How the command line ends. Public API; see docs/command-line.md. */
export const exitCodes = {
  /** All is well; days without data, and days that aren't published yet, are well. */
  ok: 0,
  /** A check failed, a response has no data because of an error, or days of a range are lacking. */
  failed: 1,
  /** It couldn't run: an argument, a file, a variable, or the sign-in. One sentence says why. */
  usage: 2,
  /** After Ctrl+C. */
  interrupted: 130,
  /** After SIGTERM. */
  terminated: 143,
} as const;

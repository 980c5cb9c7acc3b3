import { correctedUntil, type DayEntry, type DayState } from './dayState';

/** What a run may ask for beyond the days that the folder doesn't have. */
export interface RangeWishes {
  /** Requests all days again, whatever the folder has of them, or all that aren't fetched, however old they are. */
  readonly again?: boolean | 'unsettled' | undefined;
  /** Keeps incomplete and preliminary days as they are. */
  readonly keepIncomplete?: boolean | undefined;
}

/**
 * What a run does with a day: request it, or count it without a request. `held` is what the folder has of the
 * day; `isAvailable` is whether the service may have data of it at `now` (epoch milliseconds).
 */
export function dayPlan(
  day: string,
  held: DayEntry | undefined,
  isAvailable: boolean,
  now: number,
  { again = false, keepIncomplete = false }: RangeWishes,
): 'request' | 'kept' | DayState {
  const isUnsettled = held?.state === 'incomplete' || held?.state === 'preliminary';
  if (isUnsettled && keepIncomplete) return 'kept';
  if (held?.state === 'fetched' && again !== true) return 'kept';
  if (held && !again && isFinal(day, held, now)) return held.state;
  return isAvailable ? 'request' : held ? keptAs(held) : 'pending';
}

/** How a day that keeps its file is counted. */
export const keptAs = ({ state }: DayEntry): 'kept' | DayState => (state === 'fetched' ? 'kept' : state);

/**
 * Whether the last request was so long after the day that another one would get the same response. Words in
 * place of data are never final, and a clock that was ahead proves nothing.
 */
function isFinal(day: string, { requestedAt, message }: DayEntry, now: number): boolean {
  const requestedMs = Date.parse(requestedAt);
  return message === undefined && requestedMs >= correctedUntil(day) && requestedMs <= now;
}

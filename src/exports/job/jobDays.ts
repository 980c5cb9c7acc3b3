import type { Dataset } from '../../market/datasets/dataset';
import { marketZone } from '../../market/time/deliveryDay';

/**
 * The days of a range in Python: when they start, what is requested for them, and when they are published.
 */

/** The market's time zone, for the top of a program. */
export const zoneCode = `# The time zone whose midnight starts a delivery day.
MARKET_ZONE = "${marketZone}"`;

/** When a delivery day starts and ends. */
export const dayPeriodCode = `def day_period(day: str) -> tuple[datetime, datetime]:
    """Return the instants at which a delivery day starts and ends, in UTC.

    Some days have 23 or 25 hours.
    """
    date = datetime.fromisoformat(day)
    midnights = (date, date + timedelta(days=1))
    start, end = [at.replace(tzinfo=time_zone(MARKET_ZONE)) for at in midnights]
    return start.astimezone(timezone.utc), end.astimezone(timezone.utc)


`;

/** The Python expression for a parameter that depends on the delivery day. */
const timeOf = { date: 'day', powerHour: 'utc(start)', start: 'utc(start)', end: 'utc(end)' } as const;

function timeEntries({ parameters }: Dataset): string[] {
  return parameters.flatMap(({ name, kind, bound }) => {
    const means = kind === 'date' || kind === 'powerHour' ? kind : bound;
    return means === undefined ? [] : [`        "${name}": ${timeOf[means]},`];
  });
}

const publishedCode = ({ publication }: Dataset): string => {
  if (publication?.kind === 'dayBefore') {
    const { hour, minute, zone } = publication;
    return `def is_published(day: str) -> bool:
    """Whether the results of the auction, which is on the day before, are due."""
    before = datetime.fromisoformat(day) - timedelta(days=1)
    due = before.replace(hour=${hour}, minute=${minute}, tzinfo=time_zone("${zone}"))
    return datetime.now(timezone.utc) >= due.astimezone(timezone.utc)


def may_be_early(day: str) -> bool:
    """Whether there may be results before they are due: auctions end when they end."""
    tomorrow = datetime.now(time_zone(MARKET_ZONE)).date() + timedelta(days=1)
    return day <= str(tomorrow)


`;
  }
  return `def is_published(day: str) -> bool:
    """Whether all data of a day can be expected: it's published after delivery."""
    delay = timedelta(minutes=${publication?.minutes ?? 0})
    return day_period(day)[1] + delay <= datetime.now(timezone.utc)


def may_be_early(day: str) -> bool:
    return False


`;
};

/** The Python functions that return what is requested for a day. */
export function daysCode(dataset: Dataset): string {
  const isByHour = dataset.parameters.some(({ kind }) => kind === 'powerHour');
  const hasPeriod = dataset.parameters.some(({ bound }) => bound !== undefined);
  const step = isByHour
    ? '    step = timedelta(hours=1)'
    : '    step = timedelta(minutes=WINDOW_MINUTES) if WINDOW_MINUTES else end - start';
  const windows = `def windows(day: str) -> list[tuple[datetime, datetime]]:
    """Return the periods of a day's requests, in order of time."""
    start, end = day_period(day)
${step}
    starts = [start]
    while starts[-1] + step < end:
        starts.append(starts[-1] + step)
    return [(start, min(start + step, end)) for start in starts]


`;
  const whole = `def windows(day: str) -> list[tuple[datetime, datetime]]:
    """Return the periods of a day's requests: there is one."""
    return [day_period(day)]


`;
  return `def utc(instant: datetime) -> str:
    return instant.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


${dayPeriodCode}${isByHour || hasPeriod ? windows : whole}def parameters_of(day: str, start: datetime, end: datetime) -> dict[str, str]:
    return {
        **PARAMETERS,
${timeEntries(dataset).join('\n')}
    }


def checked(day: str) -> str:
    """Return the day as the names of folders have it."""
    try:
        return str(datetime.strptime(day.strip(), "%Y-%m-%d").date())
    except ValueError:
        raise JobFailed(f"{day} is not a delivery day such as 2026-03-29.")


def days_of(first: str, last: str) -> list[str]:
    """Return the delivery days from the first to the last."""
    bounds = (checked(first), checked(last))
    date, end = [datetime.fromisoformat(day) for day in bounds]
    if date > end:
        text = f"The first delivery day, {first}, is after the last one, {last}."
        raise JobFailed(text)
    days = []
    while date <= end:
        days.append(str(date.date()))
        date += timedelta(days=1)
    return days


${publishedCode(dataset)}`;
}

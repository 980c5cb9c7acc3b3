import { randomOf } from './seededValues';

/** What the API says about a number. It's all that its replacement has in common with what was sent. */
export interface NumberKind {
  readonly isInteger: boolean;
  /** Whether the number can be negative. */
  readonly isSigned: boolean;
}

/** Digits before the point, about as often as in prices and volumes; without any, the number is zero. */
const lengths = [0, 1, 2, 2, 2, 3, 3, 4];
const mostDecimals = 2;
/** One in this many is negative. */
const negativeOf = 8;

/**
 * Numbers with nothing of those that they replace: neither digits, nor their count, nor sign, nor which are
 * zero or equal. A number depends on the key, its kind, and how many came before.
 */
export class HiddenNumbers {
  private count = 0;

  constructor(private readonly key: string) {}

  draw({ isInteger, isSigned }: NumberKind): string {
    const random = randomOf(this.key, 'hidden', this.count);
    this.count += 1;
    const length = lengths[random(2) % lengths.length] ?? 0;
    if (length === 0) return '0';
    const digits = (count: number) => random(6) % 10 ** count;
    const first = 1 + (random(2) % 9);
    const whole = first * 10 ** (length - 1) + digits(length - 1);
    const sign = isSigned && random(2) % negativeOf === 0 ? '-' : '';
    const decimals = isInteger ? 0 : random(2) % (mostDecimals + 1);
    const fraction = decimals === 0 ? '' : `.${String(digits(decimals)).padStart(decimals, '0')}`;
    return `${sign}${whole}${fraction}`;
  }
}

import type { Memory } from '../shell/memory';
import type { Answers } from './suggestions';

const key = 'marketData.lastAnswers';

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

/** The last answers per dataset and connection, of this workspace; never synchronised. */
export class LastAnswers {
  constructor(private readonly memory: Memory) {}

  private all(): Record<string, unknown> {
    const value = this.memory.get(key);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  }

  of(dataset: string, connection: string): Answers | undefined {
    const value = this.all()[`${connection} ${dataset}`];
    return isTexts(value) ? value : undefined;
  }

  remember(dataset: string, connection: string, answers: Answers): void {
    this.memory.keep(key, { ...this.all(), [`${connection} ${dataset}`]: answers });
  }
}

import { isRecord } from '../../text/parsedJson';
import type { StoredValues } from '../shell/storedValues';
import type { Inputs } from './suggestions';

const key = 'marketData.previousInputs';

const isInputs = (value: unknown): value is Inputs =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** The previous inputs per dataset and connection in this workspace; never synced. */
export class PreviousInputs {
  constructor(private readonly stored: StoredValues) {}

  private all(): Readonly<Record<string, unknown>> {
    const value = this.stored.get(key);
    return isRecord(value) ? value : {};
  }

  of(dataset: string, connection: string): Inputs | undefined {
    const value = this.all()[`${connection} ${dataset}`];
    return isInputs(value) ? value : undefined;
  }

  remember(dataset: string, connection: string, inputs: Inputs): void {
    this.stored.keep(key, { ...this.all(), [`${connection} ${dataset}`]: inputs });
  }
}

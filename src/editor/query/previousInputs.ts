import * as v from 'valibot';
import { remembered, type Remembered } from '../shell/remembered';
import type { StoredValues } from '../shell/storedValues';
import type { Inputs } from './suggestions';

const shape = v.record(v.string(), v.string());

/** The previous inputs per dataset and connection in this workspace; never synced. */
export class PreviousInputs {
  private readonly inputs: Remembered<Inputs>;

  constructor(stored: StoredValues) {
    this.inputs = remembered(stored, 'marketData.previousInputs', shape);
  }

  of(dataset: string, connection: string): Inputs | undefined {
    return this.inputs.of(`${connection} ${dataset}`) ?? undefined;
  }

  remember(dataset: string, connection: string, inputs: Inputs): void {
    this.inputs.remember(`${connection} ${dataset}`, inputs);
  }
}

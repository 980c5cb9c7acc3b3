import * as v from 'valibot';
import { remembered, type Remembered } from '../shell/remembered';
import type { StoredValues } from '../shell/storedValues';
import type { Inputs } from './suggestions';

const shape = v.record(v.string(), v.string());

/** The previous inputs per dataset in this workspace, whatever the connection was; never synced. */
export class PreviousInputs {
  private readonly inputs: Remembered<Inputs>;

  constructor(stored: StoredValues) {
    this.inputs = remembered(stored, 'marketData.previousInputs', shape);
  }

  of(dataset: string): Inputs | undefined {
    return this.inputs.of(dataset) ?? undefined;
  }

  remember(dataset: string, inputs: Inputs): void {
    this.inputs.remember(dataset, inputs);
  }
}

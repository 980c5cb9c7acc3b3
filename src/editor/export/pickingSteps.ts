import type * as vscode from 'vscode';
import type { Beside, ExportFormat } from '../../exports/formats';
import type { Result } from '../../results/result';
import { leavesOut } from '../../table/tableTypes';
import type { Memory } from '../shell/memory';
import type { Step } from '../shell/promptSteps';
import {
  pickRows,
  pickTarget,
  pickValues,
  rememberedSeed,
  rowsAgain,
  type OfferedRows,
  type PickedTarget,
  type RowsBefore,
  type RowsItem,
} from './exportSteps';
import { wouldPublish, shortLicenseMention } from './license';
import type { SuggestedFolder } from './saveFolders';

/** A step in the prompts for an export or a fixture, and what was picked in it. */
interface PickingStep<Picked> {
  readonly ask: Step;
  /** `undefined` until something is picked. */
  readonly picked: () => Picked | undefined;
}

/**
 * Prompts for the rows. Picking the shown or selected ones ends the prompts, because only the view knows
 * them.
 */
export function rowsStep(
  title: string,
  result: Result,
  first: RowsBefore,
  offered: OfferedRows,
): PickingStep<RowsItem['rows']> {
  let picked: RowsItem['rows'] | undefined;
  let before = first;
  return {
    picked: () => picked,
    async ask(step, totalSteps) {
      const end = await pickRows({ title, step, totalSteps }, result, before, offered);
      if (end.kind !== 'answer') return end;
      picked = end.answer;
      before = rowsAgain(picked, before);
      return picked === 'view' ? { kind: 'leave' } : end;
    },
  };
}

/** Prompts for the file. Its name and the files beside it depend on the steps before. */
export function fileStep(
  title: string,
  result: Result,
  folders: readonly SuggestedFolder[],
  file: () => {
    readonly format: ExportFormat;
    readonly rows: RowsItem['rows'] | undefined;
    readonly beside: Beside;
  },
): PickingStep<PickedTarget> {
  let picked: PickedTarget | undefined;
  return {
    picked: () => picked,
    async ask(step, totalSteps) {
      const { format, rows, beside } = file();
      const frame = { title, step, totalSteps };
      const named = { format, isPart: rows !== 'view' && leavesOut(rows) };
      const end = await pickTarget(frame, result, named, beside, folders, picked?.uri);
      if (end.kind === 'answer') picked = end.answer;
      return end;
    },
  };
}

/** Prompts for the values of the file at `target`. `before` is the seed chosen last. */
export function valuesStep(
  title: string,
  result: Result,
  before: number | null,
  memory: Memory,
  target: () => vscode.Uri | undefined,
): PickingStep<number | null> & { readonly remembered: () => number | null } {
  let picked: number | null | undefined;
  let isPublic = false;
  return {
    picked: () => picked,
    remembered: () => (picked === undefined ? before : rememberedSeed(picked, before, isPublic)),
    async ask(step, totalSteps) {
      const uri = target();
      if (!uri) return { kind: 'back' };
      isPublic = await wouldPublish(result, uri);
      const license = isPublic ? shortLicenseMention(memory, result) : '';
      const end = await pickValues({ title, step, totalSteps }, result, { before, isPublic, license });
      if (end.kind === 'answer') picked = end.answer;
      return end;
    },
  };
}

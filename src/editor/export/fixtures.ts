import * as v from 'valibot';
import * as vscode from 'vscode';
import { exportMembers, mostSampled, seededShape } from '../../protocol/exportOrder';
import { typeTargets } from '../../protocol/codeTargets';
import { refuse } from '../../protocol/source';
import { isReceivedWhole, type Result } from '../../results/result';
import { leavesOut } from '../../protocol/tableTypes';
import { isRecord } from '../../text/parsedJson';
import { placeOf } from '../shell/placeOf';
import { plainLabel } from '../../text/plainLabel';
import { refuseColumns, refuseUnfit } from '../../engine/export/exportable';
import { fileNameOf } from '../../engine/export/suggestedName';
import { isFileName, refuseUntrusted, targetInWorkspace } from './exportTarget';
import { unattended, writeFiles, type WriteSources } from '../../engine/export/resultFiles';

/** A test fixture, created without prompts. */
export const fixtureShape = v.object({
  result: v.string(),
  target: v.unknown(),
  name: v.optional(v.string()),
  records: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSampled))),
  rows: exportMembers.rows,
  values: v.optional(v.union([v.literal('asSent'), seededShape])),
  types: v.optional(v.array(v.picklist(typeTargets))),
  overwrite: v.optional(v.boolean()),
});

/**
 * Creates a test fixture: all or part of a response as JSON, with its provenance. Resolves with the Uris, the
 * response first. Rejects with an `Error` ready to display.
 */
export async function writeFixture(
  sources: WriteSources,
  asked: v.InferOutput<typeof fixtureShape>,
): Promise<{ readonly files: string[] }> {
  const { target, name, records, values, types = [], overwrite = false } = asked;
  const result = sources.store.get(asked.result);
  refuseUntrusted();
  if (records !== undefined && asked.rows) {
    throw new Error(vscode.l10n.t('Pass either {0} or {1}, not both.', 'records', 'rows'));
  }
  const rows = records === undefined ? asked.rows : { sample: records };
  const order = {
    format: 'json' as const,
    rows,
    values: values === 'asSent' ? undefined : values,
    beside: { provenance: true, types: [...new Set(types)] },
  };
  refuseColumns(order);
  refusePart(result);
  const file = name === undefined ? fileNameOf(result, 'json', leavesOut(rows)) : fileNamed(name);
  const uri = await targetInWorkspace(below(target, file));
  const files = await writeFiles(sources, result, order, placeOf(uri), overwrite, unattended());
  return { files: files.map(({ address }) => address) };
}

/** Throws an `Error` ready to display if the result isn't a complete response to a known query. */
export function refusePart(result: Result): void {
  refuseUnfit(result, 'json');
  refuse('saveProvenance', result.source);
  if (isReceivedWhole(result)) return;
  throw new Error(vscode.l10n.t('A test fixture requires a complete response. Run the query again.'));
}

/**
 * The file in the folder, which is outside data: a path, a Uri, or anything else, which is rejected later.
 */
function below(folder: unknown, file: string): unknown {
  if (typeof folder === 'string')
    return folder.trim() === '' ? folder : `${folder.replace(/[\\/]+$/, '')}/${file}`;
  if (folder instanceof vscode.Uri) return vscode.Uri.joinPath(folder, file);
  if (!isRecord(folder) || typeof folder.path !== 'string') return folder;
  return { ...folder, path: `${folder.path.replace(/\/+$/, '')}/${file}` };
}

/** Throws an `Error` ready to display if the name isn't one of a file. */
function fileNamed(name: string): string {
  const file = `${name}.json`;
  if (name.trim() !== '' && isFileName(file)) return file;
  throw new Error(vscode.l10n.t('"{0}" isn\'t a safe file name.', plainLabel(name, 100)));
}

import type * as v from 'valibot';
import * as vscode from 'vscode';
import { withParameters } from '#src/queryFiles/edit/edits';
import { isSameQuery } from '#src/queryFiles/isSameQuery';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { refuseUntrusted } from '../../export/exportTarget';
import { promptForParameters } from '../../query/parameterPrompts';
import { withoutSkipped } from '../../query/suggestions';
import { plainLabel } from '#src/text/plainLabel';
import { changeFile, newestText } from '../changeFile';
import type { queryShape } from '../queryFileArguments';
import { queryFileUri } from '../queryFileUri';

/**
 * `marketData.queries.edit`: prompts for a query's parameters, starting from those in the file and in its
 * time zone, and writes the inputs to the file. Nothing is written if the person cancels. Rejects with an
 * `Error` ready to display.
 */
export async function editFileQuery({
  file,
  query: name,
}: Pick<v.InferOutput<typeof queryShape>, 'file' | 'query'>): Promise<void> {
  refuseUntrusted();
  const uri = isNewDocument(file) ? file : await queryFileUri(file);
  const text = (await newestText(uri)) ?? '';
  const before = readQueryFile(text);
  const query = before.queries.find((each) => each.name === name);
  if (!query?.dataset) {
    throw new Error(
      query
        ? vscode.l10n.t('Enter the dataset of "{0}" in the file first.', plainLabel(name))
        : vscode.l10n.t('The query file contains no query named "{0}".', plainLabel(name)),
    );
  }
  const clock = { now: Date.now(), zone: before.timeZone };
  const { dataset, parameters: previous } = query;
  const inputs = await promptForParameters({ dataset, previous, clock, isEdit: true });
  if (!inputs) return;
  await changeFile(uri, (current = '') => {
    if (!isSameQuery(query, before, readQueryFile(current))) {
      const label = plainLabel(name, 60);
      throw new Error(
        vscode.l10n.t('"{0}" was changed while you were editing it. Edit the query again.', label),
      );
    }
    return withParameters(current, name, withoutSkipped(inputs));
  });
}

/** Whether this is a document that was never saved, which is changed only in its editor. */
const isNewDocument = (file: unknown): file is vscode.Uri =>
  file instanceof vscode.Uri && file.scheme === 'untitled';

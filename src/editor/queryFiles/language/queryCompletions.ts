import * as vscode from 'vscode';
import type { Connections } from '../../connections/connections';
import type { ValuesFromResults } from '../../query/valuesFromResults';
import { longestFile } from '#src/queryFiles/read/readQueryFile';
import { offeredZones } from '../../shell/timeZones';
import { settings } from '../../shell/settings';
import { rangeOf, readDocument } from '../queryDocuments';
import { queryDocuments } from '../queryLanguage';
import { valueOffers } from './valueOffers';

/**
 * Completes values that the prompts suggest, and other values that the schema can't contain. Names of
 * properties, datasets, and other values with a fixed list are completed by VS Code's own JSON support.
 */
export function completeQueryValues(connections: Connections, values: ValuesFromResults): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position) {
      const offset = document.offsetAt(position);
      const read = await readDocument(document);
      if (!read || read.text.length > longestFile) return [];
      const { text, file } = read;
      const found = valueOffers(text, file, offset, {
        now: Date.now(),
        connections: connections.names,
        timeZones: offeredZones(settings.timeZone()).map(({ zone }) => zone),
        areas: values.areas,
        columnsOf: (dataset) => values.columnsOf(dataset),
      });
      if (!found) return [];
      const replacing = rangeOf(document, found.replaced);
      const inserting = new vscode.Range(replacing.start, position);
      return found.offers.map(({ value, description, detail }, index) => {
        const label = { label: value, ...(description === undefined ? {} : { description }) };
        const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
        item.insertText = found.written(value);
        item.filterText = item.insertText;
        item.range = { inserting, replacing };
        // In the order of the prompts, before suggestions of other extensions.
        item.sortText = String(index).padStart(4, '0');
        if (detail !== undefined) item.documentation = detail;
        return item;
      });
    },
  };
  return vscode.languages.registerCompletionItemProvider(queryDocuments, provider, '"', ',', ':', ' ');
}

import * as v from 'valibot';
import type { Dataset } from '../market/datasets/dataset';
import { datasetAt, findDataset } from '../market/datasets/datasets';
import { readQuery, type Query } from '../market/query/query';
import { parsedJson } from '../text/parsedJson';
import type { OutcomeKind } from './outcome';

/** Follows the full name of a file in the name of its provenance file, which is in the same folder. */
export const provenanceSuffix = '.provenance.json';

/** A provenance file has a few hundred bytes; a larger one isn't read. */
export const mostProvenanceBytes = 1024 ** 2;

/**
 * The query of a saved response, and how much of the response was saved. The file format is public API.
 * Contains no host, no user name, and no secret.
 */
export interface Provenance {
  readonly version: 1;
  readonly dataset: string;
  /** The connection's name. This and the next three are missing if the query isn't known. */
  readonly connection?: string;
  /** As sent, by the names of the API. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The path and encoded parameters, relative to the connection's base address. */
  readonly path?: string;
  /** RFC 3339 UTC. */
  readonly requestedAt?: string;
  readonly outcome: OutcomeKind;
  readonly status: number | null;
  /** In the file. */
  readonly records: number;
  /** In the file. */
  readonly rows: number;
  /** Rows of the response, from which those of the file were chosen. */
  readonly of: number;
  /** The file's size. */
  readonly bytes: number;
  /**
   * If the file's rows were calculated from those of the response, or arranged in another way: the members of
   * the export.
   */
  readonly resolution?: string;
  readonly layout?: string;
  /** Of the file, in lower-case hexadecimal. */
  readonly sha256: string;
  /** How the whole response compared with its query: kinds of findings, and how many of each. */
  readonly integrity: readonly { readonly kind: string; readonly count: number }[];
  /** Whether prices, volumes, and ids were replaced by generated ones. */
  readonly synthetic: boolean;
  /** Of the generator. */
  readonly seed?: number;
  /** The name and version of the generator. */
  readonly generator?: string;
  readonly extensionVersion: string;
}

const optional = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.nullish(schema), undefined));

/** Any member may be missing and, in a file that a person has edited, have an unexpected type. */
const shape = v.object({
  version: v.literal(1),
  dataset: optional(v.string()),
  connection: optional(v.string()),
  parameters: optional(v.record(v.string(), v.string())),
  path: optional(v.string()),
  requestedAt: optional(v.pipe(v.string(), v.isoTimestamp())),
  outcome: optional(v.string()),
  status: optional(v.number()),
  rows: optional(v.number()),
  of: optional(v.number()),
  sha256: optional(v.string()),
  integrity: optional(v.array(v.object({ kind: v.string(), count: v.number() }))),
  synthetic: optional(v.boolean()),
  seed: optional(v.number()),
  generator: optional(v.string()),
});

/** What could be read of a provenance file. */
export type ReadProvenance = v.InferOutput<typeof shape>;

/** The text of the provenance file. */
export const writtenProvenance = (provenance: Provenance): string =>
  `${JSON.stringify(provenance, undefined, 2)}\n`;

/**
 * Reads as much of a provenance file as is valid. `undefined` if the text isn't one, or has a later version.
 */
export function readProvenance(text: string): ReadProvenance | undefined {
  const read = v.safeParse(shape, parsedJson(text));
  return read.success ? read.output : undefined;
}

/** The dataset that the provenance names, otherwise the one at its path. */
export const datasetOfProvenance = ({ dataset, path }: ReadProvenance): Dataset | undefined =>
  findDataset(dataset ?? '') ?? datasetAt(path?.split('?')[0] ?? '');

/**
 * The query of a saved response, from the provenance's `parameters` or, without them, from its path.
 * `undefined` if there is none, or it can't be sent. Parameters are saved as sent, in UTC. If a person edited
 * them, words such as `today` refer to the day of the request or, if that isn't known, to the day on which
 * the file was last changed (`changedEpochMs`).
 */
export function queryOfProvenance(provenance: ReadProvenance, changedEpochMs: number): Query | undefined {
  const dataset = datasetOfProvenance(provenance);
  const parameters = provenance.parameters ?? (provenance.path ? parametersIn(provenance.path) : undefined);
  if (!dataset || !parameters) return undefined;
  const requested = Date.parse(provenance.requestedAt ?? '') || changedEpochMs;
  const read = readQuery(dataset.id, parameters, requested, 'UTC');
  if (!('query' in read)) return undefined;
  // Without `days`: the saved response is for fixed times, so a copied request must not ask for `today`.
  return { dataset, parameters: read.query.parameters };
}

function parametersIn(path: string): Record<string, string> | undefined {
  const [, search = ''] = path.split(/\?(.*)/s);
  const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  const pairs = search.split('&').filter((pair) => pair !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        return [decoded(name), decoded(value)];
      }),
    );
  } catch {
    return undefined; // not encoded
  }
}

import * as v from 'valibot';
import { formMembers, index, rowsMembers, type TableForm } from './rowsQuestion';
import type { ChosenRows } from './tableTypes';
import type { CompanionFiles } from './companionFiles';
import { typeTargets } from './codeTargets';
import { exportFormats } from './formats';
import type { OutcomeKind } from '../request/outcome';
import { csvNotations } from '../text/csvDialects';

/** What nobody has changed. */
export const usualSample = 20;
export const usualSeed = 1;

/** The largest sample that can be chosen. */
export const mostSampled = 1_000_000;

/** What an export is: any file, or one for tests. Each has a folder of its own. */
export const exportPresets = ['export', 'fixture'] as const;
export type ExportPreset = (typeof exportPresets)[number];

/** Which rows are exported: all, those in the table, those selected in it, or the first of these. */
export const exportedParts = ['all', 'shown', 'selected', 'sample'] as const;
export type ExportedPart = (typeof exportedParts)[number];

export type CsvDialect = keyof typeof csvNotations;

/** How CSV may be written other than as RFC 4180. */
export const csvDialects = Object.keys(csvNotations) as CsvDialect[];

/** How values are replaced, by commands and in orders. */
export const seededShape = v.strictObject({
  seed: v.pipe(v.number(), v.safeInteger()),
});
export type Seeded = Readonly<v.InferOutput<typeof seededShape>>;

const format = v.picklist(exportFormats);
const types = v.array(v.picklist(typeTargets));
const beside: v.GenericSchema<unknown, CompanionFiles> = v.object({
  provenance: v.boolean(),
  types,
});

/** A choice as sent by the view or read from memory: outside data. */
export const exportChoiceShape = v.object({
  /** `null` if these were the rows that the dialog suggested. */
  part: v.nullable(v.picklist(exportedParts)),
  /** Rows in a sample; of series and curves, values of each. */
  sample: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSampled)),
  format,
  dialect: v.optional(v.picklist(csvDialects)),
  deliveryColumns: v.optional(v.boolean()),
  /** What goes with files for tests. */
  types,
});

/** What a person chose in the export dialog; the next export of such a table begins with it. */
export type ExportChoice = Readonly<v.InferOutput<typeof exportChoiceShape>>;

/** Options that only some formats have. */
export const formatOptions = {
  /** Whether CSV keeps texts from being run as formulas; default true. Programs need the texts as sent. */
  formulaGuard: v.optional(v.boolean()),
  /** A dialect of CSV; as in RFC 4180 by default. */
  dialect: v.optional(v.picklist(csvDialects)),
  /**
   * Whether tables end with the delivery day, the period, and the local time of each row, in the market's time
   * zone.
   */
  deliveryColumns: v.optional(v.boolean()),
  ...formMembers,
};
export type FormatOptions = Readonly<v.InferOutput<v.ObjectSchema<typeof formatOptions, undefined>>>;

/** The members of an order, except its rows. */
export const orderMembers = {
  format,
  /** Replaces licensed values in JSON, always in the same way for the same seed; see `seededBody`. */
  values: v.optional(seededShape),
  beside,
  ...formatOptions,
};

/** What to write: a file, and what is saved beside it. */
export interface ExportOrder extends Readonly<v.InferOutput<v.ObjectSchema<typeof orderMembers, undefined>>> {
  /** The rows and, of a table, their columns; everything as received if undefined. */
  readonly rows?: ChosenRows | undefined;
}

/** The rows to export, as commands and query files name them. */
export const chosenRowsMembers = {
  ...rowsMembers,
  ranges: v.optional(v.array(v.strictTuple([index, index]))),
};

/** How a result is exported without the dialog, by a command or a query file. */
export const exportMembers = {
  format,
  /** A path, or a Uri of the editor. */
  target: v.optional(v.unknown()),
  rows: v.optional(v.object(chosenRowsMembers)),
  provenance: v.optional(v.boolean()),
  ...formatOptions,
  incomplete: v.optional(v.literal('allow')),
  overwrite: v.optional(v.boolean()),
};
export type FileExport = Readonly<v.InferOutput<v.ObjectSchema<typeof exportMembers, undefined>>>;

/** Where the rows of an export come from, for formats that can store it. Contains no secret. */
export interface Origin extends SentQuery {
  /** RFC 3339 in UTC. Omitted if the same response should give the same file, whenever it's requested. */
  readonly requestedAt?: string;
  readonly outcome: OutcomeKind;
  /** Whether the whole response was received. */
  readonly complete: boolean;
  /** For a comparison, the two queries whose results were compared. */
  readonly compared?: readonly [SentQuery, SentQuery];
  readonly extensionVersion: string;
  /** If the rows were calculated from those of the response, or arranged in another way. */
  readonly resolution?: TableForm['resolution'];
  readonly layout?: TableForm['layout'];
  /** The names that the service sent for columns that have another name in the file. */
  readonly sentNames?: Readonly<Record<string, string>>;
}

/** One query. */
interface SentQuery {
  readonly dataset: string;
  /** As sent: times in RFC 3339 UTC. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The connection's name. */
  readonly connection: string;
}

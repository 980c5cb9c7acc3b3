import * as v from 'valibot';
import { exportChoiceShape, exportPresets, orderMembers, type ExportOrder } from '../../protocol/exportOrder';
import { snippetTargets } from '../../protocol/codeTargets';
import {
  exportRisks,
  mostCopied,
  protocolVersion,
  type EditorQuestion,
  type EditorQuestionKind,
  type EditorQuestions,
  type FromView,
} from '../../protocol/messages';
import {
  mostPixels,
  rowsToExportShape,
  viewQuestionKinds,
  viewQuestionOf,
  type ViewQuestion,
} from '../../protocol/viewQuestions';
import { choiceShape } from './columnChoices';

/** A question of each kind. The compiler can't see that a kind and its question belong together. */
const questionShape = v.variant(
  'kind',
  viewQuestionKinds.map((kind) => v.object({ kind: v.literal(kind), question: viewQuestionOf(kind).shape })),
) as v.GenericSchema<unknown, ViewQuestion>;

const preset = v.picklist(exportPresets);
const order: v.GenericSchema<unknown, ExportOrder> = v.object({
  ...orderMembers,
  rows: v.optional(rowsToExportShape),
});

const editorQuestions: {
  readonly [Kind in EditorQuestionKind]: v.GenericSchema<unknown, EditorQuestions[Kind]['question']>;
} = {
  exportTarget: v.object({ preset, order }),
  exportElsewhere: order,
  export: v.object({
    preset,
    choice: exportChoiceShape,
    order,
    target: v.pipe(v.string(), v.maxLength(4096)),
    isLicenseSeen: v.boolean(),
    agreed: v.array(v.picklist(exportRisks)),
  }),
};

/** A question for the editor, not about the data. */
export const isEditorQuestion = (asked: ViewQuestion | EditorQuestion): asked is EditorQuestion =>
  asked.kind in editorQuestions;

const editorQuestionShape = v.variant(
  'kind',
  Object.entries(editorQuestions).map(([kind, question]) => v.object({ kind: v.literal(kind), question })),
) as v.GenericSchema<unknown, EditorQuestion>;

const actionShape = v.variant('kind', [
  v.object({
    kind: v.picklist([
      'runAgain',
      'editQuery',
      'saveQuery',
      'cancel',
      'signIn',
      'editConnection',
      'showLog',
      'openDocument',
      'otherZone',
      'compare',
      'compareWithService',
      'openAgain',
      'addToChart',
      'back',
      'keep',
    ]),
  }),
  v.object({ kind: v.picklist(['editPart', 'addToPart']), part: v.string() }),
  v.object({ kind: v.literal('otherDay'), days: v.picklist([1, -1]) }),
  v.object({ kind: v.literal('openOriginal'), index: v.picklist([0, 1]) }),
  v.object({ kind: v.literal('fetchDays') }),
  v.object({ kind: v.literal('openDay'), day: v.pipe(v.string(), v.isoDate()) }),
  v.object({ kind: v.literal('removeFromChart'), result: v.string() }),
  v.object({ kind: v.literal('runInstead'), parameters: v.record(v.string(), v.string()) }),
  v.object({ kind: v.literal('copyAs'), target: v.picklist(snippetTargets) }),
  v.object({ kind: v.literal('copyText'), text: v.pipe(v.string(), v.maxLength(mostCopied)) }),
  v.object({ kind: v.literal('timeZone'), zone: v.string() }),
  v.object({ kind: v.literal('columns'), choice: choiceShape }),
  v.object({ kind: v.literal('savePicture'), png: v.instance(Uint8Array) }),
]);

const version = v.literal(protocolVersion);

/** A view that is hidden or in a folded group has no size. */
const pixels = v.pipe(
  v.number(),
  v.transform((size) => Math.min(mostPixels, Math.max(1, Math.round(size)))),
);

const messageShape = v.variant('kind', [
  v.object({
    version,
    kind: v.literal('ready'),
    size: v.object({ width: pixels, height: pixels }),
  }),
  v.object({ version, kind: v.literal('drawn') }),
  v.object({
    version,
    kind: v.literal('ask'),
    result: v.string(),
    ask: v.number(),
    asked: v.union([questionShape, editorQuestionShape]),
  }),
  v.object({ version, kind: v.literal('act'), result: v.string(), action: actionShape }),
]);

/** A message from the view, or `undefined` for anything else, which is dropped. */
export function readViewMessage(message: unknown): FromView | undefined {
  const read = v.safeParse(messageShape, message);
  return read.success ? read.output : undefined;
}

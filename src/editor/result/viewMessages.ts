import * as v from 'valibot';
import { exportChoiceShape, exportPresets, orderMembers, type ExportOrder } from '../../protocol/exportOrder';
import {
  exportRisks,
  typedPartShape,
  viewActionShape,
  type EditorQuestion,
  type EditorQuestionKind,
  type EditorQuestions,
  type FromView,
} from '../../protocol/messages';
import { viewQuestionKinds, viewQuestionOf, type ViewQuestion } from '../../protocol/viewQuestions';
import { mostPixels } from '../../protocol/chartTypes';
import { rowsToExportShape } from '../../protocol/rowsQuestion';

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
    agreed: v.array(v.picklist(exportRisks)),
  }),
  calendar: v.record(v.string(), v.never()),
  areas: v.object({ part: v.string() }),
  typed: typedPartShape,
};

/** A question for the editor, not about the data. */
export const isEditorQuestion = (asked: ViewQuestion | EditorQuestion): asked is EditorQuestion =>
  asked.kind in editorQuestions;

const editorQuestionShape = v.variant(
  'kind',
  Object.entries(editorQuestions).map(([kind, question]) => v.object({ kind: v.literal(kind), question })),
) as v.GenericSchema<unknown, EditorQuestion>;

/** A view that is hidden or in a folded group has no size. */
const pixels = v.pipe(
  v.number(),
  v.transform((size) => Math.min(mostPixels, Math.max(1, Math.round(size)))),
);

const messageShape = v.variant('kind', [
  v.object({
    kind: v.literal('ready'),
    size: v.object({ width: pixels, height: pixels }),
  }),
  v.object({ kind: v.literal('drawn') }),
  v.object({
    kind: v.literal('ask'),
    result: v.string(),
    ask: v.number(),
    asked: v.union([questionShape, editorQuestionShape]),
  }),
  v.object({ kind: v.literal('act'), result: v.string(), action: viewActionShape }),
]);

/** A message from the view, or `undefined` for anything else, which is dropped. */
export function readViewMessage(message: unknown): FromView | undefined {
  const read = v.safeParse(messageShape, message);
  return read.success ? read.output : undefined;
}

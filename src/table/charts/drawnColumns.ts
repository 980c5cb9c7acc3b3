import type { RecordKind } from '../../market/records/recordKinds';

/**
 * The columns that the first chart of a result needs, for kinds whose other columns are read later: a million order
 * events have 25 million cells, and their chart shows six million. Records of other kinds can't be told apart without
 * nearly all of their columns.
 */
export const drawnColumns: { readonly [Kind in RecordKind]?: readonly string[] } = {
  publicOrder: ['updatedTime', 'price', 'side', 'contractId', 'deliveryStart', 'priceUnit'],
};

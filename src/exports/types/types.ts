import type { Dataset } from '../../market/datasets/dataset';
import type { TypeTarget } from '../../protocol/codeTargets';
import { pydanticTypes } from './pydantic';
import { typescriptTypes } from './typescript';

const writers: { readonly [Target in TypeTarget]: (dataset: Dataset) => string } = {
  typescript: typescriptTypes,
  pydantic: pydanticTypes,
};

/** The text of a file with the types of a dataset's response. */
export const typesOf = (target: TypeTarget, dataset: Dataset): string => writers[target](dataset);

/**
 * A result can't be stored, or its rows are lost. Its message is ready to display: it contains nothing from
 * the request, the response, or the storage folder.
 */
export class LostResult extends Error {
  override readonly name = 'LostResult';
}

/** Of a map's entry, about. */
const entryBytes = 100;

/** JSON texts by row that a column keeps beside its values, and the memory they take. */
export class ExactTexts extends Map<number, string> {
  private textBytes = 0;

  override set(row: number, text: string): this {
    this.textBytes += Buffer.byteLength(text);
    return super.set(row, text);
  }

  override delete(row: number): boolean {
    this.textBytes -= Buffer.byteLength(this.get(row) ?? '');
    return super.delete(row);
  }

  /** The same text in rows `from` to `to` (exclusive), kept once. */
  fill(from: number, to: number, text: string): void {
    for (let row = from; row < to; row += 1) super.set(row, text);
  }

  /** Bytes held, about. */
  get bytes(): number {
    return this.size * entryBytes + this.textBytes;
  }
}

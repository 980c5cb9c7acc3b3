/** Approximate size of a map entry, in bytes. */
const entryBytes = 100;

/** JSON texts by row that a column stores in addition to its values, and the memory they take. */
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

  /** Sets the same text in rows `from` to `to` (exclusive); it is stored once. */
  fill(from: number, to: number, text: string): void {
    for (let row = from; row < to; row += 1) super.set(row, text);
  }

  /** Approximate memory use, in bytes. */
  get bytes(): number {
    return this.size * entryBytes + this.textBytes;
  }
}

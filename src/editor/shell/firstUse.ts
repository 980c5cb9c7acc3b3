/**
 * Something that is created on first use and then kept. If creating it fails, the caller gets the error, and
 * the next use tries again.
 */
export class FirstUse<Thing> {
  private made: Promise<Thing> | undefined;

  constructor(private readonly make: () => Promise<Thing>) {}

  get(): Promise<Thing> {
    this.made ??= this.make().catch((error: unknown) => {
      this.made = undefined;
      throw error;
    });
    return this.made;
  }

  /** Acts on the thing if it was created or is being created; does nothing if it was never used. */
  async ifMade(act: (thing: Thing) => unknown): Promise<void> {
    const thing = await this.made?.catch(() => undefined);
    if (thing !== undefined) await act(thing);
  }
}

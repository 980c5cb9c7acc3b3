/**
 * Something that is made when it is first wanted, and kept. Where making it fails, whoever wanted it
 * hears why, and the next use tries again.
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

  /** Does something with what there is, or is being made; nothing where nobody wanted it. */
  async ifMade(act: (thing: Thing) => unknown): Promise<void> {
    const thing = await this.made?.catch(() => undefined);
    if (thing !== undefined) await act(thing);
  }
}

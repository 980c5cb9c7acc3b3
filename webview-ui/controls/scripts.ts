/**
 * Loads a script of the view once. A browser remembers for the life of the page that it couldn't load a script, so
 * the next call after a failure loads `file` from a different address. Rejects if that fails, too.
 */
export function scriptLoader<Script>(file: string, load: () => Promise<Script>): () => Promise<Script> {
  let loading: Promise<Script> | undefined;
  let failures = 0;
  const loadAgain = () => {
    // All scripts of the view are in one folder, whichever of them this function is bundled into.
    const address = new URL(`${file}?again=${failures}`, import.meta.url);
    // Our own script, whose type the compiler can't know by its address.
    // eslint-disable-next-line no-unsanitized/method
    return import(address.href) as Promise<Script>;
  };
  return () => {
    loading ??= (failures === 0 ? load() : loadAgain()).catch((error: unknown) => {
      loading = undefined;
      failures += 1;
      throw error;
    });
    return loading;
  };
}

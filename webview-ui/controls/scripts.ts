/**
 * Loads a script of the view once. If a script can't be loaded, the browser remembers that for the life of
 * the page, so the next call loads `file` from a different address. Rejects if that fails, too.
 */
export function scriptLoader<Script>(file: string, load: () => Promise<Script>): () => Promise<Script> {
  let loading: Promise<Script> | undefined;
  let failures = 0;
  const loadAgain = () => {
    // All scripts of the view are in one folder, whichever of them contains this function.
    const address = new URL(`${file}?again=${failures}`, import.meta.url);
    // One of our own scripts, so its type is known, though not to the compiler.
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

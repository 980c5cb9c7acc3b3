/** The scripts that the page doesn't load at once; .bundles.mjs builds them. */
type OwnScript = 'otherPanes.js' | 'controlLibrary.js';

/**
 * A different address for each attempt. All scripts of the view are in one folder, whichever of them contains
 * this function. Lint allows `import()` of nothing else that isn't a literal.
 */
const addressOfOwnScript = (file: OwnScript, attempt: number): string =>
  new URL(`${file}?again=${attempt}`, import.meta.url).href;

/**
 * Loads a script of the view once. If a script can't be loaded, the browser remembers that for the life of
 * the page, so the next call loads `file` from a different address. Rejects if that fails, too.
 */
export function scriptLoader<Script>(file: OwnScript, load: () => Promise<Script>): () => Promise<Script> {
  let loading: Promise<Script> | undefined;
  let failures = 0;
  // The compiler can't know what is at an address.
  const loadAgain = () => import(addressOfOwnScript(file, failures)) as Promise<Script>;
  return () => {
    loading ??= (failures === 0 ? load() : loadAgain()).catch((error: unknown) => {
      loading = undefined;
      failures += 1;
      throw error;
    });
    return loading;
  };
}

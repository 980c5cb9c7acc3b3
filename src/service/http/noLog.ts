/** Replaces a package in the bundles that writes the proxy's password to standard error if `DEBUG` is set. */
export default function noLog(): () => void {
  return () => undefined;
}

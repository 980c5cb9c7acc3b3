/** The separate bundle that the host loads on first use. */
export { startSandbox } from './startSandbox';
export { sampleSignIn } from './tokens';

/** What the host loads as a bundle of its own on first use. */
export { startSandbox } from './startSandbox';
export { sampleSignIn } from './tokens';

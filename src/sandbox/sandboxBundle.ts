/** The separate bundle that the host loads on first use. */
export { readFixtures } from './replayedFixtures';
export { startSandbox } from './startSandbox';
export { randomSignIn, sampleSignIn } from './tokens';

// The engines of the tests: Python's packages, Java for Spark, and Maven for a Java client.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonTools } from './pythonTools.mjs';

/** The oldest Java that Spark 4 runs on. */
const oldestJava = 17;

function hasJava() {
  const home = process.env.JAVA_HOME;
  const java = home ? join(home, 'bin', 'java') : 'java';
  const { status, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const [, major = '0'] = /version "(\d+)/.exec(stderr ?? '') ?? [];
  return status === 0 && Number(major) >= oldestJava;
}

/** Fetches most of what a Java client is generated and compiled with. */
function hasMaven() {
  const project = fileURLToPath(new URL('../engines/java/pom.xml', import.meta.url));
  const args = ['--quiet', '--batch-mode', '--file', project, 'dependency:go-offline'];
  // Without a network, Maven may wait for long.
  return spawnSync('mvn', args, { stdio: 'ignore', timeout: 120_000 }).status === 0;
}

/**
 * Prepares the environment, if it isn't there.
 *
 * @returns {Promise<{ env: NodeJS.ProcessEnv, missing?: string } | { missing: string }>} what to add to the environment
 *   of a program that uses it, and what is missing, as a sentence
 */
export async function engineTools() {
  const tools = await pythonTools('engines');
  if ('missing' in tools) return tools;
  const least = await pythonTools('engines', '-least');
  if ('missing' in least) return least;
  const env = { ...tools.env, MDE_LEAST_PATH: least.env.PATH };
  // The host name of the machine may not resolve to it.
  const spark = { SPARK_LOCAL_IP: '127.0.0.1', SPARK_LOCAL_HOSTNAME: 'localhost' };
  if (!hasJava())
    return { env, missing: `Spark needs Java ${oldestJava} or newer on the path, or in JAVA_HOME.` };
  const withSpark = { ...env, ...spark, MDE_SPARK: 'yes' };
  if (hasMaven()) return { env: { ...withSpark, MDE_MAVEN: 'yes' } };
  return { env: withSpark, missing: 'A Java client is generated with Maven, which needs its packages.' };
}

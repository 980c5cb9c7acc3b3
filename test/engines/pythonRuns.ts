import { execFile } from 'node:child_process';

/** How a program ended, and what it printed. */
export interface PythonRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Where a program runs, and what its environment contains besides what it needs to start. */
export interface PythonPlace {
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Whether Spark's tests can run; if they can't, the script that runs these tests says so. */
export const hasSpark = process.env.MDE_SPARK === 'yes';

/** The variables of a run with the least versions that the documents name, instead of the pinned ones. */
export const leastVersions: Readonly<Record<string, string>> = { PATH: process.env.MDE_LEAST_PATH ?? '' };

/** The variable with which Spark runs on this machine alone. */
export const localSpark = { PYSPARK_SUBMIT_ARGS: '--master local[2] pyspark-shell' };

/** The variables that programs inherit from the person: none that names a service, a folder, or a cluster. */
const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'JAVA_HOME', 'SPARK_LOCAL_IP'] as const;

/** Runs the Python of the tests. */
export function python(args: readonly string[], { cwd, variables = {} }: PythonPlace): Promise<PythonRun> {
  const env = Object.fromEntries([...kept, 'SPARK_LOCAL_HOSTNAME'].map((name) => [name, process.env[name]]));
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env, ...variables }, maxBuffer: 1 << 26 };
    execFile('python', args, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err }),
    );
  });
}

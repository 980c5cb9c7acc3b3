import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openApi } from '#src/exports/types/openApi';

const project = fileURLToPath(new URL('java/pom.xml', import.meta.url));

/** If Maven or its packages are missing, the script that runs these tests says so. */
it.skipIf(process.env.MDE_MAVEN !== 'yes')(
  'a Java client generated from the OpenAPI description compiles',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'java-client-'));
    await copyFile(project, join(folder, 'pom.xml'));
    const description = join(folder, 'openapi.json');
    await writeFile(description, openApi());
    // Going offline leaves out a few packages of plugins.
    const args = ['--quiet', '--batch-mode', 'compile', `-Dopenapi.file=${description}`];
    await promisify(execFile)('mvn', args, { cwd: folder });
    const compiled = await readdir(join(folder, 'target/classes/org/openapitools/client'), {
      recursive: true,
    });
    for (const name of ['TimeSeries', 'PriceCurve', 'PublicOrder', 'HubToHubCapacity']) {
      expect(compiled).toContain(join('model', `${name}.class`));
    }
    expect(compiled).toContain(join('api', 'MarketDataApi.class'));
  },
);

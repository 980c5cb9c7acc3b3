import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBundle } from '../../scripts/bundles.mjs';
import { environment } from '../../src/exports/snippets/environment';
import { addDays } from '../../src/market/time/deliveryDay';
import { isManifestOf, readManifest } from '../../src/range/manifest';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox';
import { runProgram, type ProgramRun } from './programRuns';
import { hasSpark, python } from './pythonRuns';

const page = readFileSync('docs/command-line.md', 'utf8');
const [dask = '', spark = ''] = [...page.matchAll(/```python\n([^]*?)```/g)].map(([, text]) => text);
const [, query = ''] = /```json\n([^]*?)```/.exec(page) ?? [];
const days = Array.from({ length: 90 }, (_, at) => addDays('2026-01-01', at));

let service: Sandbox;
let variables: Record<string, string>;

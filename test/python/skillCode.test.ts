import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../unit/exports/runCopies';
import { days, describeSkillCode, type SkillAnswers } from '../unit/skill/skillAnswers';
import { trapFolder } from '../unit/traps/trapFiles';
import { copyCode } from '../unit/skill/skillFiles';

describeSkillCode('Python', async (sample, faulty, paths) => {
  const folder = copyCode('references/python.md', mkdtempSync(join(tmpdir(), 'skill-')));
  const given = JSON.stringify({ sample, faulty, paths, days });
  const program = join(import.meta.dirname, 'skill_answers.py');
  const { code, out, err } = await run('python', [program, folder, trapFolder, given]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as SkillAnswers;
});

import type { Verb } from './verb';
import { check } from './verbs/check';
import { range } from './verbs/range';
import { run } from './verbs/run';
import { sandbox } from './verbs/sandbox';
import { verify } from './verbs/verify';

/** By the word that follows the program's name. */
export const verbs: Readonly<Record<string, Verb>> = { check, run, range, verify, sandbox };

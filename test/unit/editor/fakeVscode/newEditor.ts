import { beforeEach } from 'vitest';
import { resetEditor } from './editor';

beforeEach(resetEditor);

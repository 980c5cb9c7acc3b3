import { beforeEach } from 'vitest';
import { renewEditor } from './editor';

// Test files share modules, but each test has a VS Code of its own.
beforeEach(renewEditor);

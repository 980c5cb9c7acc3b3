import { testFaults } from './snippetFaults';

testFaults('typescript');

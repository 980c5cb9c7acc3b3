import { testFaults } from './snippetFaults';

testFaults('python');

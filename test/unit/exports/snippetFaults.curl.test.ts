import { testFaults } from './snippetFaults';

testFaults('curl');

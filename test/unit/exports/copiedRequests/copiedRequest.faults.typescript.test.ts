import { testFaults } from './faults';

testFaults('typescript');

import { testFaults } from './faults';

testFaults('python');

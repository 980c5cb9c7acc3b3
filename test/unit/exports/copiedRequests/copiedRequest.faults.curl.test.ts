import { testFaults } from './faults';

testFaults('curl');

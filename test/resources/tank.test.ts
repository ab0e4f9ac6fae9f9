import { testPatching } from '../patching.ts';
import { tank } from '../records.ts';

testPatching(tank);

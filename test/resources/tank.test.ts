import { tank } from '../records.ts';
import { testPatching } from './patching.ts';

testPatching(tank);

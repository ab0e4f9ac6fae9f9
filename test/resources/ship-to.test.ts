import { shipTo } from '../records.ts';
import { testPatching } from './patching.ts';

testPatching(shipTo);

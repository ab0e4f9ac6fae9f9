import { testPatching } from '../patching.ts';
import { shipTo } from '../records.ts';

testPatching(shipTo);

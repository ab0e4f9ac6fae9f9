import { testPatching } from '../patching.ts';
import { quickOrder } from '../records.ts';

testPatching(quickOrder);

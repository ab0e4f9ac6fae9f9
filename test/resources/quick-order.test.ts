import { quickOrder } from '../records.ts';
import { testPatching } from './patching.ts';

testPatching(quickOrder);

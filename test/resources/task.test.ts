import { testPatching } from '../patching.ts';
import { task } from '../records.ts';

testPatching(task);

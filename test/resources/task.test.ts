import { task } from '../records.ts';
import { testPatching } from './patching.ts';

testPatching(task);

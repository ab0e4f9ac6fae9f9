import { testPatching } from '../patching.ts';
import { expiration } from '../records.ts';

testPatching(expiration);

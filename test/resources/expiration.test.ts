import { expiration } from '../records.ts';
import { testPatching } from './patching.ts';

testPatching(expiration);

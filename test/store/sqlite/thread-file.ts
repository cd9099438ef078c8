import { builtFile } from '../../build/built-file.js';

/** The compiled program of a store thread. */
export const threadFile = builtFile('store/sqlite/thread/main.js');

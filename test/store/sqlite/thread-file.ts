import { builtFile } from '../../build/built-file.js';

/** Compiled entry point of a store thread. */
export const threadFile = builtFile('store/sqlite/thread/main.js');

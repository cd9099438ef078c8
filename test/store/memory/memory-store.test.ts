import { createMemoryStore, memoryCapabilities } from '../../../src/store/memory/memory-store.js';
import { describeStore } from '../store-contract.js';

describeStore('The memory store', async () => createMemoryStore(), memoryCapabilities);

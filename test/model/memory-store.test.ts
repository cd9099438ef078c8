import { describeStore } from '../store/store-contract.js';
import { createMemoryStore, memoryCapabilities } from './memory-store.js';

describeStore('The memory store', async () => createMemoryStore(), memoryCapabilities);

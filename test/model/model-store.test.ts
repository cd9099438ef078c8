import { describeStore } from '../store/store-contract.js';
import { createModelStore, modelCapabilities } from './model-store.js';

describeStore('The model', async () => createModelStore(), modelCapabilities);

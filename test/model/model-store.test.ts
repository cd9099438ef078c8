import { describeStore } from '../store/store-contract.js';
import { createModelStore } from './model-store.js';

describeStore('The model', async () => createModelStore());

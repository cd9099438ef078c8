import { describeEmbedded } from '../store/store-contract.js';
import { createModelStore } from './model-store.js';

describeEmbedded('The model', async () => createModelStore());

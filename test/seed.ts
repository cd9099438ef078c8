/**
 * First seed of everything that tests generate: fixed, so that a run does what the last one did. `npm run test:long`
 * draws another one, and prints it.
 */
export const testSeed = Number(process.env.TEST_SEED ?? 1);

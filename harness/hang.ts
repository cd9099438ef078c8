/**
 * Limit of every wait in tests: ten minutes, which only something that hangs reaches, also on a machine that is many
 * times slower than usual. Waits end by what they wait for.
 */
export const hangMs = 600_000;

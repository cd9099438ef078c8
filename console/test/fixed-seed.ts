import fc from 'fast-check';

/** Makes properties generate the same values in every run of these tests alone. */
fc.configureGlobal({ seed: 1 });

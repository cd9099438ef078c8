import fc from 'fast-check';

/** One failure is enough: a search for the smallest counterexample can take minutes. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

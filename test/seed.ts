import fc from 'fast-check';

/**
 * Property tests draw the same cases in every run, so that a red run is about the change under test and can be had
 * again. `npm run explore` draws other ones, by another SEED.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/**
 * What comes at all comes within this time, on a machine that stands still for a while too.
 * Nothing that a test waits for has a shorter limit: how long it takes is measured in `bench/`.
 */
export const PATIENCE_MS = 60_000;

/**
 * Time-out of tests, long enough for a machine that stalls for a while.
 * Tests have no shorter time-outs; `bench/` measures durations.
 */
export const PATIENCE_MS = 60_000;

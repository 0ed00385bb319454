import fc from "fast-check";
import { isLong } from "./lengths.ts";

/**
 * Seed of property tests. The short run always has the same examples, so that a failure comes from the change
 * under test. The long run has new examples each time. A failure prints its seed, and `TEST_SEED`
 * sets it.
 */
const seed = process.env["TEST_SEED"] ?? (isLong ? undefined : "1");
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

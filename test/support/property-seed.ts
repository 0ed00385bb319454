import fc from "fast-check";
import { isLong } from "./lengths.ts";

/**
 * Every property has the same examples each time in the short run, so that what it finds is of the
 * change that is tried, and others each time in the long one. A failure prints its seed, and
 * `TEST_SEED` sets it.
 */
const seed = process.env["TEST_SEED"] ?? (isLong ? undefined : "1");
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

import { afterAll } from "vitest";
import { endTestSites } from "./start-test-site.ts";

// Run for every file, unlike modules, which files of one worker share.
afterAll(endTestSites);

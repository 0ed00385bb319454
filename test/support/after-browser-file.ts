import { afterAll } from "vitest";
import { endTestSites } from "./start-test-site.ts";

// Runs for every file, unlike modules, which files of a worker share.
afterAll(endTestSites);

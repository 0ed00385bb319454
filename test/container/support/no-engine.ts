import { test } from "vitest";

test.skip("container tests, because no Docker engine with compose answers here", () => {});

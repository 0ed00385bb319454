import { expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";
import { SIGNED_IN } from "../authorization/private-site.ts";

/** A line of `printRoutes()` with hooks that run before the handler of a route. */
const EARLY_HOOKS = /\((?:onRequest|preParsing|preValidation|preHandler)\) (\[.*\])/;

test("a page passes at most five hooks before its route", async () => {
	const { service } = await createTestSite({
		files: { "pages/index.md": "# Home\n" },
		dependencies: SIGNED_IN,
	});
	await service.ready();

	const routes = service.printRoutes({ method: "GET", includeHooks: true, commonPrefix: false });

	const [, afterPages = ""] = routes.split("── * (GET)\n");
	const [ofPages = ""] = afterPages.split("──");
	const hooks = ofPages.split("\n").flatMap((line): string[] => {
		return JSON.parse(EARLY_HOOKS.exec(line)?.[1] ?? "[]");
	});
	expect(hooks).toHaveLength(5);
});

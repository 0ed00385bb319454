import { expect, test } from "vitest";
import {
	errorHeading,
	internalError,
	pageNotFound,
	pageNotValid,
	requestRefused,
	unknownMiddleware,
} from "../../../src/shared/page/errors.ts";

test.each([
	["no route matches", pageNotFound("/nope"), 404, "Page not found: /nope"],
	["a page is not valid", pageNotValid("/a?b=c"), 404, "Page Not Found: /a?b=c"],
	["middleware is unknown", unknownMiddleware("auth"), 500, "Unknown route middleware: 'auth'"],
	["anything else fails", internalError(), 500, "Internal Server Error"],
])("when %s, status and message are the documented ones", (_when, error, status, message) => {
	expect(error).toMatchObject({ status, message });
});

test.each([
	[404, "Page Not Found"],
	[400, "Bad Request"],
	[403, "Access Denied"],
	[405, "Method Not Allowed"],
	[500, "Internal Server Error"],
])("a %i is headed “%s”", (status, heading) => {
	expect(errorHeading({ status })).toBe(heading);
});

test("the description of a 403 does not speak of a wrong address", () => {
	const { description } = requestRefused(403, "No");

	expect(description).toContain("access");
	expect(description).not.toBe(pageNotFound("/nope").description);
});

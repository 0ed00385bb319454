import { expect, test } from "vitest";
import { pageNotFound } from "../../../src/shared/page/errors.ts";
import { parsePayload } from "../../../src/shared/page/payload.ts";

test.each([
	{ kind: "redirect", to: "/b", status: 308 },
	{ kind: "error", error: pageNotFound("/a"), navigation: { sections: [], sidebar: [] } },
	{ kind: "document" },
])("$kind survives the wire", (payload) => {
	expect(parsePayload(JSON.parse(JSON.stringify(payload)))).toEqual(payload);
});

test.each([
	undefined,
	null,
	"<!doctype html>",
	[],
	{},
	{ kind: "page" },
	{ kind: "redirect" },
	{ kind: "error", error: "gone" },
	{ kind: "unheard of" },
])("%j is no payload", (value) => {
	expect(parsePayload(value)).toBeUndefined();
});

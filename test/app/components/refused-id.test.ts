import { expect, test } from "vitest";
import { isRefusedId } from "../../../src/app/components/refused-id.ts";

test.each([
	"",
	" ",
	"\n",
	"distinct_id",
	"DISTINCT_ID",
	"distinctId",
	"anonymous",
	"Anonymous",
	"guest",
	"null",
	"undefined",
	"NaN",
	"None",
	"0",
	"true",
	"False",
	"[object Object]",
	"email",
	"ID",
	"not_authenticated",
	" guest ",
	"\u200b",
	" \u00ad\ufeff\u3164",
	"\u2800",
	undefined,
	null,
	123,
	0,
	Number.NaN,
	false,
	{},
])("%j is refused", (id) => {
	expect(isRefusedId(id)).toBe(true);
});

test.each([
	"user-1",
	"00",
	"17",
	"guest-17",
	"a@example.org",
	"identity",
	"Nana",
	"\u{1f600}",
	"\u5f20\u4f1f",
])("%j names a person", (id) => {
	expect(isRefusedId(id)).toBe(false);
});

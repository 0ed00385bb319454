import fc from "fast-check";
import { expect, test } from "vitest";
import { type BodyScan, scanBody } from "../../../src/analytics/wire/scan-body.ts";

/** Strings of more than 4,096 bytes are searched in another way from there on. */
const long = fc
	.integer({ min: 2_040, max: 2_050 })
	.map((count) => `${"\\".repeat(count)}"${"a".repeat(200)}\\\\"${"\\".repeat(70)}`);

const entries = fc.array(
	fc.oneof(
		fc.jsonValue({ maxDepth: 4 }),
		fc.constantFrom('"],[{', "\\", '\\"', "batch", "é€😀"),
		long,
	),
);

test("the parts of a batch are the parts that a parser finds", () => {
	const members = fc.dictionary(
		fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("api_key", "sent_at", "batch")),
		fc.jsonValue({ maxDepth: 3 }),
	);

	fc.assert(
		fc.property(members, entries, fc.constantFrom(undefined, 1, "\t"), (around, batch, indent) => {
			const text = JSON.stringify({ ...around, batch }, undefined, indent);
			const { events, members } = partsOf(text);
			expect(events).toEqual(JSON.parse(JSON.stringify(batch)));
			const key = JSON.parse(text).api_key;
			expect(members.get("api_key")).toEqual(key);
		}),
	);
});

test("a list is all events, and an event has none", () => {
	expect(partsOf(' [{"a":1} , "x" ,[2]]')).toMatchObject({ events: [{ a: 1 }, "x", [2]] });
	expect(partsOf("[ ]")).toMatchObject({ events: [] });
	expect(partsOf('{"event":"x","list":[1,2]}').events).toBeUndefined();
	expect(partsOf('{"batch":{"a":[1]},"x":{"batch":[1]}}').events).toBeUndefined();
});

test("of two batches the second counts", () => {
	expect(partsOf('{"batch":[1],"batch":[2,3]}').events).toEqual([2, 3]);
});

const REFUSED: Readonly<Record<string, string>> = {
	"a text that is cut off": '{"batch":[{"a":1},{"b"',
	"a string that is cut off": '["abc',
	"more after the end": "[1] [2]",
	"words after the end": "[1] x",
	"an end without a beginning": "[1]]",
	"10,000 levels": `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
	"20,002 members": `[${"1,".repeat(20_001)}1]`,
};
for (const [name, text] of Object.entries(REFUSED)) {
	test(`scanBody() refuses ${name}`, () => {
		expect(runScan(text).kind).toBe("refused");
	});
}

test("whatever arrives, the scan comes to an end", () => {
	const text = fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", "a") });

	fc.assert(
		fc.property(text, (text) => {
			expect(["parts", "refused"]).toContain(runScan(text).kind);
		}),
	);
});

function runScan(text: string): BodyScan {
	const scan = scanBody(Buffer.from(text));
	for (;;) {
		const step = scan.next();
		if (step.done === true) return step.value;
	}
}

function partsOf(text: string) {
	const scan = runScan(text);
	if (scan.kind === "refused") throw new Error(scan.message);
	const bytes = Buffer.from(text);
	const parse = ({ start, end }: { start: number; end: number }): unknown =>
		JSON.parse(bytes.toString("utf8", start, end));
	const { members, events } = scan.parts;
	return {
		members: new Map([...members].map(([name, span]) => [name, parse(span)])),
		events: events?.map(parse),
	};
}

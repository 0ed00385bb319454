import fc from "fast-check";
import { expect, test } from "vitest";
import { type BodyScan, BodyScanner } from "../../../src/analytics/wire/body-scanner.ts";

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
	test(`BodyScanner refuses ${name}`, () => {
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

test("a body that is scanned while it arrives has the same parts, or is refused all the same", () => {
	const text = fc.oneof(
		fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", "a") }),
		entries.map((batch) => JSON.stringify({ batch, api_key: "phc" })),
	);

	fc.assert(
		fc.property(text, fc.integer({ min: 1, max: 5_000 }), (text, pieceBytes) => {
			expect(scanArriving(text, pieceBytes)).toEqual(runScan(text));
		}),
	);
});

test("what is behind that which has arrived is not looked at", () => {
	const scanner = new BodyScanner(Buffer.from(`["${"a".repeat(5_000)}"]]]`));

	expect([1, 4_000, 5_001].map((arrived) => scanner.scanArrived(arrived))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(scanner.scanRest(5_004).next().value).toMatchObject({ kind: "parts" });
});

test("levels that are too deep are refused when they arrive", () => {
	const scanner = new BodyScanner(Buffer.alloc(1_000, "["));

	expect(scanner.scanArrived(64)).toBeUndefined();
	expect(scanner.scanArrived(65)).toEqual({
		kind: "refused",
		message: "failed to parse request: nested deeper than 64 levels",
	});
});

function runScan(text: string): BodyScan {
	const bytes = Buffer.from(text);
	return finish(new BodyScanner(bytes), bytes.length);
}

function scanArriving(text: string, pieceBytes: number): BodyScan {
	const bytes = Buffer.from(text);
	// As a place is that was made for more than what comes.
	const scanner = new BodyScanner(Buffer.concat([bytes, Buffer.from('"]}"]}')]));
	for (let arrived = pieceBytes; arrived < bytes.length; arrived += pieceBytes) {
		const refusal = scanner.scanArrived(arrived);
		if (refusal !== undefined) return refusal;
	}
	return finish(scanner, bytes.length);
}

function finish(scanner: BodyScanner, length: number): BodyScan {
	const scan = scanner.scanRest(length);
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
		events: events?.slice().map(parse),
	};
}

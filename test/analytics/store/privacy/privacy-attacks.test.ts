import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createPrivacyGate } from "../../../../src/analytics/store/privacy/privacy-gate.ts";

interface Attacks {
	/** Each holds "s3cret". */
	readonly secrets: readonly string[];
	readonly addresses: readonly string[];
	readonly privateKeys: readonly string[];
	readonly harmless: readonly string[];
}

const ATTACKS: Attacks = JSON.parse(
	readFileSync("test/fixtures/analytics/privacy-attacks.json", "utf8"),
);
const gate = createPrivacyGate(["page"]);

describe("a secret does not pass the gate", () => {
	test.each(ATTACKS.secrets)("%j", (text) => {
		for (const spelling of [text, `before ${text} behind`, JSON.stringify({ url: text })]) {
			expect(JSON.stringify(everywhere(spelling))).not.toContain("s3cret");
		}
	});
});

describe("an address does not pass the gate", () => {
	test.each(ATTACKS.addresses)("%j", (text) => {
		expect(JSON.stringify(everywhere(text))).not.toMatch(
			/203.{0,7}0.{0,7}113|cb00|0xcb|2001.{0,4}db8|fe80|0313|２０３/i,
		);
	});
});

test.each(ATTACKS.privateKeys)("nothing is kept under the key %j", (key) => {
	const stored = gate.properties({ [key]: "value", deep: [{ [key]: { other: "value" } }] });

	expect(JSON.stringify(stored)).not.toContain("value");
});

test.each(ATTACKS.harmless)("%j stays as it is", (text) => {
	expect(gate.properties({ text, [text]: 1 })).toHaveProperty("text", text);
});

/** A text in every place of the properties in which one can stand. */
function everywhere(text: string): unknown {
	return gate.properties({
		text,
		list: [[text], { [text]: text }],
		$heatmap_data: { [text]: [{ x: 1 }] },
		[text]: true,
	});
}

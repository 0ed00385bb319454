import { expect, test } from "vitest";
import { createPrivacyGate } from "../../../../src/analytics/store/privacy/privacy-gate.ts";

const gate = createPrivacyGate(["page"]);

test("the host of a page stays, also where a site has an address alone", () => {
	const hosts = {
		$host: "192.168.1.5:8080",
		$initial_host: "[2001:db8::7]:443",
		$session_entry_host: "docs.example",
	};

	expect(gate.properties(hosts)).toEqual(hosts);
});

test("an address stays nowhere else, and a host is no way around that", () => {
	const stored = gate.properties({
		$host: "from 203.0.113.7",
		host: "203.0.113.7",
		$last_seen_from: "203.0.113.7",
	});

	expect(JSON.stringify(stored)).not.toContain("203.0");
});

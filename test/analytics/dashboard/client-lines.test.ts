import { expect, test } from "vitest";
import { clientLines } from "../../../src/analytics/dashboard/screens/start.tsx";

const lines = clientLines({ project_key: "phc_'x", host: "https://events.example" });

test("what is offered first for a browser stores nothing in it", () => {
	const [first, second] = lines;

	expect(first?.text).toContain('posthog.init("phc_\'x", {\n  api_host: "https://events.example"');
	expect(first?.text).toContain('persistence: "memory"');
	expect(second?.text).toContain('persistence: "localStorage+cookie"');
	expect(second?.label).toContain("agreed");
});

test("a line for a shell keeps a quote of the key", () => {
	const shell = lines.find(({ name }) => name === "curl");

	expect(shell?.text).toContain("curl 'https://events.example/i/v0/e/'");
	expect(shell?.text).toContain(String.raw`"phc_'\''x"`);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRouteRules } from "../../../src/server/content/route-rules.ts";
import { RouteMatcher } from "../../../src/shared/routing/route-matcher.ts";
import type { ReadRouteRule } from "../../../src/shared/routing/route-rules.ts";
import { cpuMs } from "../../support/cpu-ms.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { readRows } from "../../support/read-fixture.ts";

const { timesAsManyRuns } = lengthsOf("test/shared/routing/route-rules.fuzz.test.ts");

/** A match never takes longer, whatever the rules and the path. */
const MATCH_LIMIT_MS = 5;

const PATH_BYTES = 8 * 1024;

/** What attackers put into paths to make a redirect lead elsewhere, or a header end early. */
const ATTACKS = readRows<string>("routing/faults.yaml", "attacks");

const segment = fc.oneof(
	fc.constantFrom("a", "b", "%2f", "é", "..", ":id", ":x", "**", "*", "", "$&"),
	fc.string({ maxLength: 4 }),
);
const patternText = fc
	.array(segment, { maxLength: 6 })
	.chain((segments) =>
		fc.constantFrom("", "/**").map((ending) => `/${segments.join("/")}${ending}`),
	);
const targetText = fc.oneof(
	patternText,
	patternText.map((path) => `https://example.org${path}`),
	patternText.map((path) => `/t${path}?q=:id&r=:x#h`),
	fc.constantFrom(...ATTACKS, "/**", "/:id", "//**", "https://:id/**", "/:id/**"),
	fc.string({ unit: "binary" }),
);
const ruleEntry = fc.record({
	pattern: patternText,
	rule: fc.record({
		redirect: fc.oneof(
			targetText,
			fc.record({ to: targetText, status: fc.constantFrom(301, 302, 303, 307, 308) }),
		),
		headers: fc.dictionary(fc.string(), fc.string({ unit: "binary" }), { maxKeys: 2 }),
	}),
});
const hostilePath = fc
	.array(fc.oneof(segment, fc.constantFrom(...ATTACKS), fc.string({ unit: "binary" })), {
		maxLength: 12,
	})
	.map((segments) => `/${segments.join("/")}`);
const suffix = fc.oneof(fc.constantFrom("", ...ATTACKS), fc.string({ unit: "binary" }));

test("no path leads off the site, or ends a header, unless the rule names the host", () => {
	fc.assert(
		fc.property(
			fc.array(ruleEntry, { maxLength: 8 }),
			hostilePath,
			suffix,
			suffix,
			(entries, rawPath, query, hash) => {
				const matcher = new RouteMatcher(checkRouteRules(entries).rules);

				const location = { rawPath, query: `?${query}`, hash: `#${hash}` };
				const to = matcher.redirectFor(location, "")?.to ?? "/";

				expect(to).toMatch(/^[\u0021-\u007e]+$/);
				const { origin } = new URL(to, "https://site.example/some/page");
				expect(["https://site.example", "https://example.org"]).toContain(origin);
				if (origin === "https://site.example") expect(to).toMatch(/^\/(?![/\\])(?!%2f|%5c)/i);
			},
		),
		{ numRuns: 3000 * timesAsManyRuns },
	);
});

test.each(ATTACKS)("behind a wildcard, an attack stays on the site: %j", (attack) => {
	const matcher = new RouteMatcher(
		checkRouteRules([
			{ pattern: "/go/**", rule: { redirect: "/**" } },
			{ pattern: "/to/:id", rule: { redirect: "/:id" } },
		]).rules,
	);

	for (const rawPath of [`/go/${attack}`, `/go${attack}`, `/to/${attack}`]) {
		const to = matcher.redirectFor({ rawPath, query: "", hash: "" }, "")?.to ?? "/";
		expect(new URL(to, "https://site.example").origin).toBe("https://site.example");
		expect(to).toMatch(/^\/(?![/\\]|%2f|%5c)/i);
	}
});

test("no headers of rules carry a line end", () => {
	fc.assert(
		fc.property(fc.array(ruleEntry, { maxLength: 8 }), hostilePath, (entries, path) => {
			const matcher = new RouteMatcher(checkRouteRules(entries).rules);

			for (const [name, value] of Object.entries(matcher.headersFor(path))) {
				expect(`${name}: ${value}`).toMatch(/^[\t\u0020-\u007e]+$/);
			}
		}),
	);
});

test("a path of 8 KB is matched in time, whatever the rules", async () => {
	const long = fc
		.constantFrom("a", "a/", "/", "é", "%C3%A9/", "~/", "%2f", "x/a/")
		.map((unit) => `/a/${unit.repeat(PATH_BYTES / unit.length)}`.slice(0, PATH_BYTES));
	const matchers = fc.oneof(
		fc.array(ruleEntry, { maxLength: 40 }).map(rulesOf),
		fc.constant(rulesOf(forkingRules())),
	);
	await fc.assert(
		fc.asyncProperty(matchers, long, async (rules, rawPath) => {
			const matcher = new RouteMatcher(rules);

			const usedMs = await leastOf(10, () =>
				matcher.redirectFor({ rawPath, query: "", hash: "" }, ""),
			);

			expect(usedMs).toBeLessThan(MATCH_LIMIT_MS);
		}),
		{ numRuns: 300 * timesAsManyRuns },
	);
});

/** As many branches as the limits allow, each as deep as they allow. */
function forkingRules(): { pattern: string; rule: unknown }[] {
	return Array.from({ length: 64 }, (_, choice) => {
		const head = Array.from({ length: 6 }, (_, bit) => ((choice >> bit) & 1 ? "a" : `:p${bit}`));
		const pattern = `/${[...head, ...Array.from({ length: 26 }, () => "a")].join("/")}`;
		return { pattern, rule: { redirect: "https://example.org/" } };
	});
}

function rulesOf(entries: { pattern: string; rule: unknown }[]): readonly ReadRouteRule[] {
	return checkRouteRules(entries).rules;
}

/** The time of the work alone: the garbage collector only ever adds to it. */
async function leastOf(times: number, work: () => unknown): Promise<number> {
	const used: number[] = [];
	while (used.length < times) used.push(await cpuMs(work));
	return Math.min(...used);
}

/**
 * Measures what a match costs with 10 rules and with 10,000, and in the worst case that the
 * limits allow. The two are measured in turns, so that a busy machine slows both alike.
 */

import { checkRouteRules } from "../../src/shared/routing/check-route-rules.ts";
import { RouteMatcher } from "../../src/shared/routing/route-matcher.ts";
import type { RouteRuleEntry } from "../../src/shared/routing/route-rules.ts";
import { median } from "./median.ts";

const ROUNDS = 41;
const MATCHES_PER_ROUND = 20_000;

const few = new RouteMatcher(checkRouteRules(rules(10)).rules);
const many = new RouteMatcher(checkRouteRules(rules(10_000)).rules);
const paths = ["/old-3", "/section-2/a/b", "/users-1/77/profile", "/docs/getting-started", "/"];

const fewTimes: number[] = [];
const manyTimes: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
	fewTimes.push(timeOf(few));
	manyTimes.push(timeOf(many));
}
const [fewNs, manyNs] = [median(fewTimes), median(manyTimes)];
console.log(`10 rules: ${fewNs.toFixed(0)} ns a match, 10,000 rules: ${manyNs.toFixed(0)} ns`);
console.log(`ratio: ${(manyNs / fewNs).toFixed(3)}`);

/** @returns Nanoseconds a match. */
function timeOf(matcher: RouteMatcher): number {
	const start = performance.now();
	for (let count = 0; count < MATCHES_PER_ROUND; count += 1) {
		const rawPath = paths[count % paths.length] ?? "/";
		matcher.redirectFor({ rawPath, query: "", hash: "" }, "");
	}
	return ((performance.now() - start) / MATCHES_PER_ROUND) * 1_000_000;
}

/** Of every ten rules, eight are exact, one is a wildcard and one has a param. */
function rules(count: number): RouteRuleEntry[] {
	return Array.from({ length: count }, (_, index) => {
		if (index % 10 === 1) return entry(`/users-${index}/:id/profile`, `/people/:id`);
		if (index % 10 === 2) return entry(`/section-${index}/**`, "/docs/**");
		return entry(`/old-${index}`, `/new-${index}`);
	});
}

function entry(pattern: string, redirect: string): RouteRuleEntry {
	return { pattern, rule: { redirect } };
}

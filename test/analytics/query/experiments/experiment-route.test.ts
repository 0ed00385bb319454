import { beforeEach, expect, test } from "vitest";
import { experimentAnswer } from "../../../../src/analytics/api-types/experiments.ts";
import { startAnalytics, type TestAnalytics } from "../../../support/analytics.ts";
import { pageView, visitor } from "../../../support/visitor.ts";

let analytics: TestAnalytics;

beforeEach(async () => {
	analytics = startAnalytics();
	await analytics.put("/api/v1/goals/signup", { name: "Signed up", selector: { event: "signup" } });
	await analytics.put("/api/v1/flags/button", flag());
});

test("exposures and conversions are counted by variant, and a split that is off is said", async () => {
	// 30 meet blue, of whom 12 sign up; 3 meet green, of whom 2 do; one signs up without either.
	for (let person = 0; person < 34; person += 1) {
		const variant = person < 30 ? "blue" : person < 33 ? "green" : undefined;
		const { view, send } = visitor({ address: `203.0.113.${person}` });
		await view(analytics.service, "https://site.example/");
		if (variant !== undefined) {
			const exposure = { $feature_flag: "button", $feature_flag_response: variant };
			await send(analytics.service, event("$feature_flag_called", exposure));
		}
		if (person < 12 || person > 30) await send(analytics.service, event("signup"));
		analytics.clock.now += 1_000;
	}

	const answer = await ask("button?goal=signup");

	expect(answer.statusCode).toBe(200);
	const { variants, split, visitors } = experimentAnswer.parse(answer.json());
	expect(visitors.unit).toBe("visitor-days");
	expect(variants).toMatchObject([
		{ variant: "blue", exposed: 30, converted: 12, rate: 0.4, expected_share: 0.5 },
		{ variant: "green", exposed: 3, converted: 2, rate: 2 / 3, expected_share: 0.5 },
	]);
	expect((variants[0]?.chance_to_be_best ?? 0) + (variants[1]?.chance_to_be_best ?? 0)).toBeCloseTo(
		1,
		12,
	);
	expect(split?.is_off).toBe(true);
	// A condition that names a variant decides for itself how many get it.
	await analytics.put("/api/v1/flags/button", flag({ variant: "blue" }));
	expect((await ask("button?goal=signup")).json().split).toBeNull();
});

test("without exposures there is nothing to warn of, and every variant has the same chance", async () => {
	const { variants, split } = (await ask("button?goal=signup")).json();

	expect(split).toBeNull();
	expect(variants).toMatchObject([
		{ rate: null, chance_to_be_best: 0.5 },
		{ rate: null, chance_to_be_best: 0.5 },
	]);
});

test.each([
	["lost?goal=signup", 404, "There is nothing at flags/lost"],
	["button?goal=lost", 400, 'A question can only use goals that exist: current value is "lost"'],
	["plain?goal=signup", 400, 'The flag must have at least two variants: "plain" has fewer'],
])("%s is refused with a sentence", async (path, status, sentence) => {
	await analytics.put("/api/v1/flags/plain", { key: "plain", filters: { groups: [] } });

	const answer = await ask(path);

	expect(answer.statusCode).toBe(status);
	expect(JSON.stringify(answer.json())).toContain(JSON.stringify(sentence).slice(1, -1));
});

function flag(condition: object = {}): object {
	const variants = ["blue", "green"].map((key) => ({ key, rollout_percentage: 50 }));
	const groups = [{ properties: [], rollout_percentage: 100, ...condition }];
	return { key: "button", active: true, filters: { groups, multivariate: { variants } } };
}

function event(name: string, properties: object = {}): object {
	return { ...pageView("https://site.example/", properties), event: name };
}

function ask(path: string) {
	return analytics.get(`/api/v1/experiments/${path}`);
}

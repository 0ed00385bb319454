import { expect, test } from "vitest";
import { limitRedirects } from "../../../../src/app/client/navigation/limit-redirects.ts";
import { internalError } from "../../../../src/shared/page/errors.ts";
import { sampleError } from "../../sample-state.ts";

test("redirects that go round in a circle are left to the browser", async () => {
	const load = limitRedirects(redirectAway, leaveFor);

	const outcomes = await collect(11, () => load(new Request("https://garden.example/b")));

	expect(outcomes.slice(0, 10).every((outcome) => outcome instanceof Response)).toBe(true);
	expect(outcomes[10]).toEqual(new Error("left for https://garden.example/b"));
});

test("redirects that lead somewhere do not add up", async () => {
	const view = sampleError(internalError());
	let attempts = 0;
	const load = limitRedirects(async () => {
		attempts += 1;
		return attempts % 2 === 1 ? redirectAway() : view;
	}, leaveFor);

	const outcomes = await collect(40, () => load(new Request("https://garden.example/b")));

	expect(outcomes.filter((outcome) => outcome === view)).toHaveLength(20);
});

async function redirectAway(): Promise<never> {
	// oxlint-disable-next-line typescript/only-throw-error -- React Router's loaders answer so.
	throw Response.redirect("https://garden.example/a");
}

async function leaveFor(url: string): Promise<never> {
	throw new Error(`left for ${url}`);
}

async function collect(times: number, attempt: () => Promise<unknown>): Promise<unknown[]> {
	const outcomes: unknown[] = [];
	for (let count = 0; count < times; count += 1) {
		outcomes.push(await attempt().catch((thrown: unknown) => thrown));
	}
	return outcomes;
}

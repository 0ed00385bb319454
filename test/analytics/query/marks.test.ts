import { beforeEach, expect, test } from "vitest";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { NOON } from "../../support/new-event.ts";

const AT = "2026-01-15T10:00:00.000Z";

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: NOON });
});

test("an event named site deployed is a mark, whatever it says", async () => {
	await deploy({ kind: "revision", version: "r1", description: "3 pages" });
	await deploy({ version: "2026.1" }, "2026-01-15T11:00:00Z");
	await deploy({ kind: 7, description: ["x"] }, "2026-01-15T11:30:00Z");

	expect(await marks()).toEqual([
		{ id: 1, kind: "revision", label: "3 pages", at: AT },
		{ id: 2, kind: "build", label: "2026.1", at: "2026-01-15T11:00:00.000Z" },
		{ id: 3, kind: "build", label: "site deployed", at: "2026-01-15T11:30:00.000Z" },
	]);
	expect(analytics.store.events.count()).toBe(3);
});

test("replicas and restarts of one build are one mark, and going back is another", async () => {
	for (const [version, time] of [
		["a", "10:00"],
		["b", "10:01"],
		// A replica that starts later, with the earlier build.
		["a", "10:02"],
		["b", "11:00"],
		// Rolled back.
		["a", "11:30"],
	] as const) {
		await deploy({ version }, `2026-01-15T${time}:00Z`);
	}

	const times = (await marks()).map(({ at }) => at.slice(11, 16));
	expect(times).toEqual(["10:00", "10:01", "11:30"]);
});

test("notes are added for a time, listed by range, and deleted", async () => {
	const add = async (payload: object) => (await analytics.post("/api/v1/marks", payload)).json();

	await deploy({ version: "b1", description: "Build b1" });
	expect(await add({ label: " Newsletter " })).toMatchObject({
		label: "Newsletter",
		at: "2026-01-15T12:00:00.000Z",
	});
	await add({ label: "Talk", at: "2026-01-10T09:00:00+01:00" });
	expect((await add({ label: "" })).problems).toEqual([
		'label must be a text of 1 to 200 characters: current value is ""',
	]);

	const [talk, build] = await marks("?from=2026-01-10&to=2026-01-15T11:00:00Z");
	expect([talk?.label, build?.label]).toEqual(["Talk", "Build b1"]);
	const remove = () => analytics.remove(`/api/v1/marks/${talk?.id}`);
	expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404]);
});

/** As the site does, or a script of the operator. */
function deploy(properties: object, timestamp = AT) {
	return analytics.capture({ event: "site deployed", distinct_id: "site", timestamp, properties });
}

async function marks(
	range = "",
): Promise<readonly { id: number; kind: string; label: string; at: string }[]> {
	return (await analytics.read(`/api/v1/marks${range}`)).results;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerTo } from "../../../../src/analytics/api-types/query-answer.ts";
import { questionSchema } from "../../../../src/analytics/api-types/question.ts";
import { answerFromFile } from "../../../../src/analytics/query/questions/sqlite-engine.ts";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import type { AnalyticsStore } from "../../../../src/analytics/store/analytics-store.ts";
import { personUuid } from "../../../../src/analytics/store/persons/persons.ts";
import { storedEvents, testAnalytics } from "../../../support/analytics-service.ts";
import { newPageView } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";

test("identify makes one person of the anonymous and the known id, and links what the visitor did before", async () => {
	const { capture, identify, store } = people();

	const properties = { $process_person_profile: false };
	await capture({ event: "before", distinct_id: "anon-1", properties });
	await identify("user-1", "anon-1", { plan: "team" });

	expect(store.persons.find("anon-1")).toMatchObject({
		isIdentified: true,
		distinctIds: ["anon-1", "user-1"],
		properties: { plan: "team" },
	});
	const persons = storedEvents(store).map(({ personUuid: uuid }) => uuid);
	expect(new Set(persons)).toEqual(new Set([personUuid("user-1")]));
	// A device of a person who is known already.
	await identify("user-1", "anon-2");
	expect(store.persons.find("user-1")?.distinctIds).toEqual(["anon-1", "anon-2", "user-1"]);
});

test("the id that a client made first is kept apart", async () => {
	const { identify, store } = people();
	const first = "019b1f85-0000-7e1b-a317-c776bf53eac2";
	const second = "019b1f85-1111-7e1b-a317-c776bf53eac2";
	const ofVersion4 = "019b1f84-0000-4e1b-a317-c776bf53eac2";

	for (const id of [second, "0-chosen-by-an-app", first, ofVersion4]) await identify("user-1", id);

	expect(store.persons.oldestClientId("user-1")).toBe(first);
	expect(store.persons.oldestClientId(first)).toBe(second);
	expect(store.persons.oldestClientId("user-2")).toBeUndefined();
	expect(store.persons.findRecord("user-1")).not.toHaveProperty("distinctIds");
});

test("a person who is identified is folded into another only by force, and the target's properties win", async () => {
	const { capture, identify, store } = people();
	await identify("user-1", "anon-1", { plan: "team", city: "Bonn" });
	await identify("user-2", "anon-2", { plan: "solo", age: 7 });

	await identify("user-2", "user-1");
	const before = store.persons.find("anon-2");
	const properties = { alias: "user-2" };
	await capture({ event: "$merge_dangerously", distinct_id: "user-1", properties });

	expect(before?.uuid).toBe(personUuid("user-2"));
	expect(store.persons.find("anon-2")).toMatchObject({
		uuid: personUuid("user-1"),
		properties: { plan: "team", city: "Bonn", age: 7 },
	});
});

test.each([
	["null", 2],
	["0", 2],
	["anonymous", 2],
	["[object Object]", 2],
	[" ", 0],
])("identify merges no persons by %j, and keeps %i events", async (illegal, kept) => {
	const { identify, store, metrics } = people();

	await identify(illegal, "anon-1");
	await identify(illegal, "anon-2");

	expect(store.persons.find("anon-1")).toBeUndefined();
	expect(storedEvents(store)).toHaveLength(kept);
	const warning = 'analytics_event_warnings_total{cause="merge-with-illegal-id"} 2';
	if (kept > 0) expect(metrics.render()).toContain(warning);
});

test("$set overwrites, $set_once does not, $unset removes, the top level wins", async () => {
	const { capture, store } = people();
	const set = { event: "$set", distinct_id: "u" };
	await capture({ ...set, $set: { a: 1, b: 1 }, $set_once: { c: 1 } });

	const properties = { $set: { a: 2, d: "below" }, $unset: ["b"] };
	await capture({ ...set, properties, $set: { d: "above" }, $set_once: { c: 2 } });

	expect(store.persons.find("u")?.properties).toEqual({ a: 2, c: 1, d: "above" });
});

test("an event keeps what its sender asked to change, and nothing more", async () => {
	const { capture, store } = people();

	await capture({ event: "hello", distinct_id: "u", properties: { $browser: "Chrome" } });
	await capture({ event: "$set", distinct_id: "u", $set: { a: 1 }, $set_once: { b: 2 } });

	const changes = storedEvents(store).map(({ personChange }) => personChange);
	expect(changes).toEqual([undefined, { set: { a: 1 }, setOnce: { b: 2 }, unset: [] }]);
	expect(store.persons.find("u")?.properties).toMatchObject({ $browser: "Chrome", a: 1, b: 2 });
});

test("an event without a person profile leaves no person, and no wish to change one", async () => {
	const { capture, store, metrics } = people();
	const properties = { $process_person_profile: false, $set: { b: 1 } };

	await capture({ event: "hello", distinct_id: "u", $set: { a: 1 }, properties });
	await capture({ event: "$identify", distinct_id: "u", properties });

	expect(store.persons.find("u")).toBeUndefined();
	const [event, ...others] = storedEvents(store);
	expect(event?.personChange).toBeUndefined();
	expect(event?.properties).not.toHaveProperty("$set");
	expect(others).toEqual([]);
	expect(metrics.render()).toContain('{reason="person-event-without-person"} 1');
});

test("groups get their index by first appearance, also behind five others, and their properties", async () => {
	const { capture, store } = people();
	const types = ["company", "team", "project", "region", "plan", "sixth"];

	for (const type of types) {
		const properties = { $group_type: type, $group_key: "k", $group_set: { name: type } };
		await capture({ event: "$groupidentify", distinct_id: "u", properties });
	}

	expect(store.groups.types()).toEqual({ ...types });
	expect(store.groups.properties(1, "k")).toEqual({ name: "team" });
	expect(store.persons.find("u")?.properties).toEqual({});
});

const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const anId = fc.constantFrom("a", "b", "c", "d", "e", "f");
const aStep = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({ kind: fc.constant("view" as const), id: anId, hour: fc.nat(300) }),
	},
	fc.record({
		kind: fc.constantFrom("identify", "alias", "force"),
		...{ id: anId, other: anId, hour: fc.nat(300) },
	}),
	fc.record({ kind: fc.constant("erase" as const), id: anId }),
	fc.record({ kind: fc.constant("expire" as const), hour: fc.nat(300) }),
);

test("people are counted as their events say, whatever is merged, erased and deleted by age", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 60 }), async (steps) => {
			const { store, path } = testAnalytics({ now: START });
			let hours = 400;
			for (const step of steps) {
				if (step.kind === "erase") store.erasePerson(step.id);
				else if (step.kind === "expire") {
					// A part goes in each hour.
					for (let turn = 0; turn < 40; turn += 1) {
						hours += 1;
						const age = (hours - step.hour) / 24;
						store.maintain({ retentionDays: age, maxFileBytes: 1e12 }, START + hours * HOUR_MS);
					}
				} else {
					const timestamp = START + step.hour * HOUR_MS;
					const view = newPageView({ timestamp, page: "/", visitor: step.id.charCodeAt(0) });
					const merge =
						"other" in step ? { kind: step.kind, otherDistinctId: step.other } : undefined;
					const change = { set: {}, setOnce: {}, unset: [] };
					store.writeBatch([{ ...view, distinctId: step.id, person: merge && { change, merge } }]);
				}
			}

			expect(peopleByDay(path)).toEqual(peopleOfEvents(store));
			const database = openFile(path);
			const unused = `SELECT text FROM distinct_ids d WHERE person IS NULL
				AND NOT EXISTS (SELECT 1 FROM events WHERE distinct_id = d.id)`;
			const misnumbered = `SELECT id FROM persons p
				WHERE id NOT IN (SELECT id FROM distinct_ids WHERE person = p.id)`;
			expect([unused, misnumbered].map((sql) => database.prepare(sql).all())).toEqual([[], []]);
		}),
		{ numRuns: 20 },
	);
});

const TO = "2026-01-14";

/** By the day in a zone of half hours, and of all days. */
function peopleByDay(path: string) {
	const question = questionSchema.parse({
		...{ kind: "trend", measure: { of: "visitors" }, from: "2026-01-01", to: TO },
		...{ interval: "day", timezone: "Asia/Kolkata" },
	});
	const now = Date.parse(TO);
	const asked = { question, goals: {}, now, countVisitorsBy: "client" } as const;
	const answer = answerFromFile(openReader(path), asked);
	// A trend is answered with one.
	const { counts, total } = answer as AnswerTo<"trend">;
	return { total, counts };
}

function peopleOfEvents(store: AnalyticsStore) {
	const zone = 5.5 * HOUR_MS;
	const days = Array.from({ length: 13 }, () => new Set<string>());
	for (const { timestamp, personUuid: person } of storedEvents(store)) {
		days[Math.floor((timestamp + zone - START) / (24 * HOUR_MS))]?.add(person);
	}
	return {
		total: new Set(days.flatMap((day) => [...day])).size,
		counts: days.map(({ size }) => size),
	};
}

function people() {
	const analytics = testAnalytics();
	const identify = (id: string, anonymous: string, $set: object = {}) => {
		const properties = { $anon_distinct_id: anonymous };
		return analytics.capture({ event: "$identify", distinct_id: id, properties, $set });
	};
	return { ...analytics, identify };
}

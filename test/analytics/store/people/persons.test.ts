import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { personUuid } from "../../../../src/analytics/store/people/persons.ts";
import {
	capture as send,
	storedEvents,
	testAnalytics,
} from "../../../support/analytics-service.ts";

describe("identify", () => {
	test("makes one person of the anonymous and the known id, and links what the visitor did before", async () => {
		const { service, store } = testAnalytics();

		await send(service, {
			event: "before",
			distinct_id: "anon-1",
			properties: { $process_person_profile: false },
		});
		await identify(service, "user-1", "anon-1", { plan: "team" });

		expect(store.persons.find("anon-1")).toMatchObject({
			isIdentified: true,
			distinctIds: ["anon-1", "user-1"],
			properties: { plan: "team" },
		});
		const persons = storedEvents(store).map(({ personUuid: uuid }) => uuid);
		expect(new Set(persons)).toEqual(new Set([personUuid("user-1")]));
	});

	test("keeps apart which id a client made first", async () => {
		const { service, store } = testAnalytics();
		const first = "019b1f85-0000-7e1b-a317-c776bf53eac2";
		const second = "019b1f85-1111-7e1b-a317-c776bf53eac2";
		const ofVersion4 = "019b1f84-0000-4e1b-a317-c776bf53eac2";

		for (const id of [second, "0-chosen-by-an-app", first, ofVersion4]) {
			await identify(service, "user-1", id);
		}

		expect(store.persons.oldestClientId("user-1")).toBe(first);
		expect(store.persons.oldestClientId(first)).toBe(second);
		expect(store.persons.oldestClientId("user-2")).toBeUndefined();
		expect(store.persons.findRecord("user-1")).not.toHaveProperty("distinctIds");
	});

	test("adds a new device to a person who is known already", async () => {
		const { service, store } = testAnalytics();

		await identify(service, "user-1", "anon-1");
		await identify(service, "user-1", "anon-2");

		expect(store.persons.find("user-1")?.distinctIds).toEqual(["anon-1", "anon-2", "user-1"]);
	});

	test("does not fold a person who is identified into another", async () => {
		const { service, store } = testAnalytics();

		await identify(service, "user-1", "anon-1");
		await identify(service, "user-2", "anon-2");
		await identify(service, "user-2", "user-1");

		expect(store.persons.find("user-1")?.uuid).not.toBe(store.persons.find("user-2")?.uuid);
	});

	for (const illegal of ["null", "0", "anonymous", "[object Object]", " "]) {
		test(`merges no persons by ${JSON.stringify(illegal)}, and keeps the event`, async () => {
			const { service, store, metrics } = testAnalytics();

			await identify(service, illegal, "anon-1");
			await identify(service, illegal, "anon-2");

			expect(store.persons.find("anon-1")).toBeUndefined();
			expect(storedEvents(store)).toHaveLength(illegal === " " ? 0 : 2);
			const warning = 'analytics_event_warnings_total{cause="merge-with-illegal-id"} 2';
			if (illegal !== " ") expect(metrics.render()).toContain(warning);
		});
	}
});

test("a forced merge folds even identified persons, and the target's properties win", async () => {
	const { service, store } = testAnalytics();
	await identify(service, "user-1", "anon-1", { plan: "team", city: "Bonn" });
	await identify(service, "user-2", "anon-2", { plan: "solo", age: 7 });

	await send(service, {
		event: "$merge_dangerously",
		distinct_id: "user-1",
		properties: { alias: "user-2" },
	});

	expect(store.persons.find("anon-2")).toMatchObject({
		uuid: personUuid("user-1"),
		properties: { plan: "team", city: "Bonn", age: 7 },
	});
});

test("$set overwrites, $set_once does not, $unset removes, the top level wins", async () => {
	const { service, store } = testAnalytics();
	const set = { event: "$set", distinct_id: "u" };
	await send(service, { ...set, $set: { a: 1, b: 1 }, $set_once: { c: 1 } });

	await send(service, {
		...set,
		properties: { $set: { a: 2, d: "below" }, $unset: ["b"] },
		$set: { d: "above" },
		$set_once: { c: 2 },
	});

	expect(store.persons.find("u")?.properties).toEqual({ a: 2, c: 1, d: "above" });
});

test("an event keeps what its sender asked to change, and nothing more", async () => {
	const { service, store } = testAnalytics();

	await send(service, { event: "hello", distinct_id: "u", properties: { $browser: "Chrome" } });
	await send(service, { event: "$set", distinct_id: "u", $set: { a: 1 }, $set_once: { b: 2 } });

	const changes = storedEvents(store).map(({ personChange }) => personChange);
	expect(changes).toEqual([undefined, { set: { a: 1 }, setOnce: { b: 2 }, unset: [] }]);
	expect(store.persons.find("u")?.properties).toMatchObject({ $browser: "Chrome", a: 1, b: 2 });
});

test("an event without a person profile leaves no person, and no wish to change one", async () => {
	const { service, store } = testAnalytics();

	await send(service, {
		event: "hello",
		distinct_id: "u",
		$set: { a: 1 },
		properties: { $process_person_profile: false, $set: { b: 1 } },
	});

	expect(store.persons.find("u")).toBeUndefined();
	const [event] = storedEvents(store);
	expect(event?.personChange).toBeUndefined();
	expect(event?.properties).not.toHaveProperty("$set");
});

test("$identify without a person profile is dropped and counted", async () => {
	const { service, store, metrics } = testAnalytics();

	const response = await send(service, {
		event: "$identify",
		distinct_id: "u",
		properties: { $process_person_profile: false },
	});

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toEqual([]);
	expect(metrics.render()).toContain('{reason="person-event-without-person"} 1');
});

test("groups get their index by first appearance, also behind five others, and their properties", async () => {
	const { service, store } = testAnalytics();
	const types = ["company", "team", "project", "region", "plan", "sixth"];

	for (const type of types) {
		await send(service, {
			event: "$groupidentify",
			distinct_id: "u",
			properties: { $group_type: type, $group_key: "k", $group_set: { name: type } },
		});
	}

	expect(store.groups.types()).toEqual({ ...types });
	expect(store.groups.properties(1, "k")).toEqual({ name: "team" });
	expect(store.persons.find("u")?.properties).toEqual({});
});

function identify(service: FastifyInstance, id: string, anonymous: string, set: object = {}) {
	return send(service, {
		event: "$identify",
		distinct_id: id,
		properties: { $anon_distinct_id: anonymous },
		$set: set,
	});
}

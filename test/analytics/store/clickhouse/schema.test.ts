import { expect, test } from "vitest";
import {
	clickHouseSteps,
	localTable,
	retentionStatement,
	stepsTable,
	userStatements,
} from "../../../../src/analytics/store/clickhouse/schema.ts";

const ONE = { database: "loggia", cluster: undefined };
const CLUSTER = { database: "loggia", cluster: "main" };

test("one server has a table of events that knows the tokens of its last blocks", () => {
	const [events = ""] = clickHouseSteps(ONE).map(({ statement }) => statement);

	expect(events).toContain("ENGINE = ReplacingMergeTree(revision)");
	expect(events).toContain("non_replicated_deduplication_window = 100");
	expect(
		clickHouseSteps(ONE)
			.map(({ statement }) => statement)
			.join(),
	).not.toMatch(/ON CLUSTER|Replicated|Distributed/);
	expect(retentionStatement(ONE, 400)).toMatch(
		/^ALTER TABLE loggia\.events\s+MODIFY TTL day \+ toIntervalDay\(400\)$/,
	);
});

test("a cluster has a replicated table on each server, and one that hands on to them", () => {
	const statements = clickHouseSteps(CLUSTER).map(({ statement }) => statement);

	for (const statement of [...statements, stepsTable(CLUSTER), retentionStatement(CLUSTER, 30)]) {
		expect(statement).toContain("ON CLUSTER main");
	}
	expect(statements[0]).toContain("CREATE TABLE IF NOT EXISTS loggia.events_local ON CLUSTER main");
	expect(statements[0]).toContain(
		"ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}'",
	);
	expect(statements[0]).toContain(" replicated_deduplication_window = 100");
	expect(statements[1]).toContain(
		"ENGINE = Distributed(main, loggia, events_local, cityHash64(visitor, distinct_id))",
	);
	expect(localTable(CLUSTER, "events")).toBe("loggia.events_local");
});

test("steps are numbered one after the other, and the user may do no more than they need", () => {
	for (const place of [ONE, CLUSTER]) {
		const versions = clickHouseSteps(place).map(({ version }) => version);
		expect(versions).toEqual(versions.map((_, index) => index + 1));
	}
	expect(userStatements(ONE, "loggia")).toEqual([
		"CREATE DATABASE IF NOT EXISTS loggia",
		"CREATE USER IF NOT EXISTS loggia IDENTIFIED BY '…'",
		"GRANT SELECT, INSERT, CREATE TABLE, ALTER DELETE, ALTER UPDATE, ALTER TTL ON loggia.* TO loggia",
	]);
});

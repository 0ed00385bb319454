import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { findFlagsFile, loadFlagsFile } from "../../../src/analytics/flags/flags-file.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FLAGS = `\
flags:
  new-menu:
    active: true
    filters:
      groups:
        - properties: []
          rollout_percentage: 25
cohorts:
  3:
    filters:
      properties: { type: OR, values: [] }
early-access-features:
  menu: { flagKey: new-menu, name: The new menu }
`;

let analytics: TestAnalytics;

let folder: string;

beforeEach(() => {
	folder = temporaryFolder();
	analytics = startAnalytics();
});

test("the definitions of a file are in the store after the start", () => {
	const problems = load(FLAGS);

	expect(problems).toEqual([]);
	expect(documents().get("flag", "new-menu")?.body).toEqual({
		active: true,
		filters: { groups: [{ properties: [], rollout_percentage: 25 }] },
	});
	expect(documents().get("cohort", "3")?.body).toMatchObject({ id: 3 });
	expect(documents().get("early-access-feature", "menu")?.body).toMatchObject({
		name: "The new menu",
	});
});

test("a file may be JSON, and a section a list", () => {
	const flag = { key: "listed", filters: { groups: [] } };

	expect(load(JSON.stringify({ flags: [flag] }), "flags.json")).toEqual([]);
	expect(documents().get("flag", "listed")?.body).toEqual(flag);
});

test("a start without a change writes no new version", () => {
	load(FLAGS);
	load(FLAGS);
	load(FLAGS.replace("25", "50"));

	expect(documents().get("flag", "new-menu")?.version).toBe(2);
});

test("what the file does not name stays as it is", () => {
	documents().put({ kind: "flag", key: "by-hand", body: { filters: {} } }, Date.now());

	load(FLAGS);

	expect(
		documents()
			.list("flag")
			.map(({ key }) => key),
	).toEqual(["by-hand", "new-menu"]);
});

test("every problem is named by file and line, and nothing of the file is written", () => {
	const problems = load(`\
flags:
  good:
    filters: { groups: [] }
  bad:
    filters:
      groups:
        - rollout_percentage: 100
        - rollout_percentage: many
  worse:
    active: true
segments: {}
`);

	expect(problems).toEqual([
		expect.stringMatching(/flags\.yaml:11: The file must have sections flags, cohorts,/),
		expect.stringMatching(
			/flags\.yaml:8: bad: filters\.groups\[1\]\.rollout_percentage must be a number from 0 to 100: current value is "many"$/,
		),
		expect.stringMatching(/flags\.yaml:10: worse: filters must be an object with groups/),
	]);
	expect(documents().list("flag")).toEqual([]);
});

test("a file that is no YAML is a problem with its line", () => {
	expect(load("flags:\n  a: [1\n  b: 2\n")[0]).toMatch(/flags\.yaml:\d: /);
});

test("an empty file is none", () => {
	expect(load("")).toEqual([]);
});

test("the named file is the one, and must be there", () => {
	const usual = [join(folder, "flags.yaml"), join(folder, "flags.json")];
	writeFileSync(join(folder, "flags.json"), "{}");

	expect(findFlagsFile({ named: "/nowhere/mine.yaml", usual })).toBe("/nowhere/mine.yaml");
	expect(findFlagsFile({ named: undefined, usual })).toBe(join(folder, "flags.json"));
	expect(loadFlagsFile("/nowhere/mine.yaml", documents(), Date.now())).toEqual([
		"/nowhere/mine.yaml: The file must exist",
	]);
});

function load(text: string, name = "flags.yaml"): readonly string[] {
	const path = join(folder, name);
	writeFileSync(path, text);
	return loadFlagsFile(path, documents(), Date.now());
}

function documents(): TestAnalytics["store"]["documents"] {
	return analytics.store.documents;
}

import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../src/server/content/render-body.ts";

test.each([
	['<PlanTable plan="team"/>', { plan: "team" }, ""],
	["<plan-table/>", undefined, ""],
	["::plan-table{plan=team}", { plan: "team" }, ""],
	[
		'<PlanTable count={3} rows={["a", {"b": 1}]} open />',
		{ count: 3, rows: ["a", { b: 1 }], open: "true" },
		"",
	],
	["<PlanTable>\n\nA **word**\n\n</PlanTable>", {}, "<strong>word</strong>"],
	["In a sentence <PlanTable plan='x'>text</PlanTable> it stands.", { plan: "x" }, "text"],
	['<PlanTable call={alert("x")} />', {}, ""],
])("%s is a place for the component", (text, props, inside) => {
	const { body, problems } = rendererWith(["plan-table"]).render("a.md", text, 1);
	const html = body.parts.join("");

	expect(problems).toEqual([]);
	if (props === undefined) {
		expect(html).not.toContain("<site-component");
		return;
	}
	const [, json = ""] =
		/<site-component data-name="plan-table" data-props="([^"]*)">/.exec(html) ?? [];
	expect(JSON.parse(json.replaceAll("&quot;", '"'))).toEqual(props);
	expect(html).toContain(inside);
});

test("without such a file, the tag is what it was", () => {
	const { body, problems } = rendererWith([]).render("a.md", '<PlanTable plan="a"/>', 1);

	expect(body.parts.join("")).not.toContain("site-component");
	expect(problems).toHaveLength(1);
});

function rendererWith(components: readonly string[]) {
	return createBodyRenderer({
		html: false,
		resolveIcon: () => undefined,
		checkIsland: () => undefined,
		code: { components, islands: [] },
	});
}

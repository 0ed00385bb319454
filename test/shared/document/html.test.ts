import { expect, test } from "vitest";
import { escapeAttribute, escapeText, scriptJson } from "../../../src/shared/document/html.ts";

test("text cannot open a tag or an entity", () => {
	expect(escapeText("<b>&amp;</b>")).toBe("&lt;b&gt;&amp;amp;&lt;/b&gt;");
});

test("an attribute value cannot leave its quotes", () => {
	expect(escapeAttribute(`"><script>'`)).toBe("&quot;&gt;&lt;script&gt;&#39;");
});

test("JSON in a script element cannot end the element and stays the same value", () => {
	const value = { text: "</script><!--<script>", line: "\u2028" };

	const json = scriptJson(value);

	expect(json).not.toContain("<");
	expect(JSON.parse(json)).toEqual(value);
});

import { expect, test } from "vitest";
import { mayName } from "../../bench/corpus/may-name.ts";

test.each([
	["## Sub- and superscripts", "sub-and-superscripts", true],
	["## Caret, Mark & Tilde ##", "caret-mark--tilde", true],
	["## Node.js 20", "node-js-20", true],
	["## [Usage](a.md) of `x`", "usage-of-x", true],
	["## Usage", "usage-2", true],
	["## Écran", "ecran", true],
	["### i18n {#local-i18n}", "local-i18n", true],
	["#### <!-- md:setting config.enabled -->", "config.enabled", true],
	["## Reply< [Raw][RawGeneric], [B][B]>", "reply-raw-b", true],
	["## Reply< [Raw][RawGeneric], [B][B]>", "replyraw-b", false],
	["## Reply< [Raw][RawGeneric], [B][B]>", "RawGeneric", false],
	["## Reply options", "reply", false],
	["### i18n {#local-i18n}", "i18n", false],
	["```md\n# Summary\n```", "summary", false],
	["<summary>Add a role</summary>", "add-a-role", true],
	["<summary>Add a role</summary>", "role", false],
	["[Raw]:\n    #reply-raw", "reply-raw", false],
	["The words of a paragraph", "words", false],
])("an anchor of %j may be %j: %j", (source, anchor, isPossible) => {
	expect(mayName(source, anchor)).toBe(isPossible);
});

import { expect, test } from "vitest";
import { answerKey } from "../../../src/server/answers/key.ts";

const CANONICAL = ["page", "q"];

test.each([
	["/guide", "/guide"],
	["/guide?", "/guide"],
	["/guide?utm_source=x", "/guide"],
	["/guide?paged=1&xq=2", "/guide"],
	["/caf%C3%A9?a=%20", "/caf%C3%A9"],
	["/guide/_payload.json", "/guide/_payload.json"],
	["/guide/_payload.json?build", "/guide/_payload.json"],
	["/guide/_payload.json?build&page=2", "/guide/_payload.json"],
	["/guide/_payload.json?build&utm_source=x", "/guide/_payload.json"],
])("%s has nothing in its query that changes the answer", (target, key) => {
	expect(answerKey(target, CANONICAL)).toBe(key);
});

test.each([
	"/guide?page=2",
	"/guide?x=1&page=2",
	"/guide?page",
	"/guide?q=&x",
	"/guide?preview=token",
	"/guide/_payload.json?build&preview=token",
	"/guide/_payload.json?build&x=1&preview=token",
])("%s is an answer of its own", (target) => {
	expect(answerKey(target, CANONICAL)).toBeUndefined();
});

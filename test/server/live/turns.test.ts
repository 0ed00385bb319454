import { expect, test } from "vitest";
import { Turns } from "../../../src/server/live/turns.ts";

test("a turn is over when its time is, and the next one has as much", async () => {
	let nowMs = 0;
	const turns = new Turns(10, () => nowMs);

	nowMs = 9;
	expect(turns.isOver).toBe(false);
	nowMs = 25;
	expect(turns.isOver).toBe(true);
	await turns.next();

	expect(turns.isOver).toBe(false);
	nowMs = 35;
	expect(turns.isOver).toBe(true);
});

test("others have their turn in between", async () => {
	const order: string[] = [];
	const turns = new Turns(0);
	setImmediate(() => order.push("another"));

	await turns.next();
	order.push("the next turn");

	expect(order).toEqual(["another", "the next turn"]);
});

import { expect, test } from "vitest";
import { isLong } from "../support/lengths.ts";
import { createStack } from "./support/create-stack.ts";
import { sendEvent } from "./support/send-event.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

/** What a killed process was about to send is free again after a minute only. */
const END = isLong ? "kill" : "stop";

test(`no acknowledged event is lost or doubled, though analytics is killed, and the site by a ${END}`, async () => {
	const stack = await createStack({
		environment: { ANALYTICS_API_KEY: API_KEY },
		nameServer: "none",
	});
	await stack.compose("up", "--detach", "--wait");
	const authority = await stack.authority();
	const acknowledged: string[] = [];
	const refused: number[] = [];
	const send = async (): Promise<void> => {
		const name = `event-${acknowledged.length + refused.length}`;
		const status = await sendEvent(stack, { event: name }, { authority });
		if (status === 200) acknowledged.push(name);
		else refused.push(status);
	};
	await send();
	await stack.compose("kill", "analytics");
	for (let count = 0; count < 50; count += 1) await send();

	await stack.compose(END, "site");
	await stack.compose("up", "--detach", "--wait", "site");
	for (let count = 0; count < 10; count += 1) await send();
	await stack.compose("up", "--detach", "--wait");

	expect(refused).toEqual([]);
	// It is looked for each quarter of a minute.
	const storedNames = async () => (await storedEvents(stack)).map(({ event }) => event).toSorted();
	await expect.poll(() => storedNames().catch(String)).toEqual(acknowledged.toSorted());
});

import { expect, test } from "vitest";
import { FileSlots, FileUnavailableError } from "../../../src/server/answers/file-slots.ts";

test("no more than two steps wait for the disk at a time", async () => {
	const slots = new FileSlots();
	let running = 0;
	let most = 0;
	const step = async (): Promise<void> => {
		running += 1;
		most = Math.max(most, running);
		await new Promise(setImmediate);
		running -= 1;
	};

	await Promise.all(Array.from({ length: 20 }, () => slots.run(step)));

	expect(most).toBe(2);
	expect(slots.running).toBe(0);
});

test("where the disk hangs, every step ends with an error, and later ones run when it is back", async () => {
	const discarded: unknown[] = [];
	const slots = new FileSlots({ waitMs: 30, discard: (value) => void discarded.push(value) });
	const disk = Promise.withResolvers<string>();

	const steps = Array.from({ length: 5 }, () => slots.run(() => disk.promise));
	const ends = await Promise.allSettled(steps);
	const stuck = slots.running;
	disk.resolve("late");
	await new Promise(setImmediate);

	expect(
		ends.map((end) => end.status === "rejected" && end.reason instanceof FileUnavailableError),
	).toEqual(Array.from({ length: 5 }, () => true));
	expect(stuck).toBe(2);
	expect(discarded).toEqual(["late", "late"]);
	expect(await slots.run(async () => "back")).toBe("back");
});

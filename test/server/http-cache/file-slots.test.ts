import { expect, test, vi } from "vitest";
import { FileSlots, FileUnavailableError } from "../../../src/server/http-cache/open-file.ts";

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
	const close = vi.fn<() => void>();
	const slots = new FileSlots(30);
	const disk = Promise.withResolvers<Disposable>();

	const steps = Array.from({ length: 5 }, () => slots.run(() => disk.promise));
	const ends = await Promise.allSettled(steps);
	const stuck = slots.running;
	disk.resolve({ [Symbol.dispose]: close });
	await new Promise(setImmediate);

	expect(
		ends.map((end) => end.status === "rejected" && end.reason instanceof FileUnavailableError),
	).toEqual(Array.from({ length: 5 }, () => true));
	expect(stuck).toBe(2);
	expect(close).toHaveBeenCalledTimes(2);
	expect(await slots.run(async () => "back")).toBe("back");
});

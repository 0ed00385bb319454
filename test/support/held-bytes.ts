import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of this thread without garbage. Buffers are freed some time after they are collected. */
export async function heldBytes(): Promise<number> {
	setFlagsFromString("--expose-gc");
	for (let round = 0; round < 5; round += 1) {
		runInNewContext("gc")();
		await setTimeout(20);
	}
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

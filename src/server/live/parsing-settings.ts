import { setFlagsFromString } from "node:v8";

/**
 * How V8 is best set while thousands of pages are parsed, and then again as it is by default.
 *
 * Its heaps may grow to three times what is in them before they are collected: nearly all of
 * what parsing makes is short-lived, and marking what stays, over and over, was a tenth of the
 * work. And code is compiled by all of its compilers but the last, whose better code comes too
 * late: it was a tenth of what a thousand pages take.
 */
const SETTINGS = [
	{ meanwhile: "--heap-growing-percent=200", otherwise: "--heap-growing-percent=0" },
	{ meanwhile: "--no-turbofan", otherwise: "--turbofan" },
] as const;

/** Does work under these settings, which are those of all threads of the process. */
export async function withParsingSettings<Result>(work: () => Promise<Result>): Promise<Result> {
	for (const { meanwhile } of SETTINGS) setFlagsFromString(meanwhile);
	try {
		return await work();
	} finally {
		resetParsingSettings();
	}
}

/** For whoever sees a thread end that may have been in the middle of it. */
export function resetParsingSettings(): void {
	for (const { otherwise } of SETTINGS) setFlagsFromString(otherwise);
}

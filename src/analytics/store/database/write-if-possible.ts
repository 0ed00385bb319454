import { isPassing } from "./damage.ts";

/** For what need not be written: a full disk refuses it, and must not take what is read with it. */
export function writeIfPossible(work: () => void): void {
	try {
		work();
	} catch (error) {
		if (!isPassing(error)) throw error;
	}
}

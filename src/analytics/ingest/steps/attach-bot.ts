import type { Step } from "../draft.ts";

/** Marks events of bots, which are kept apart: stored and counted, but no visitors. */
export const attachBot: Step = (draft, { agent }) => {
	const { $browser_type: type, $lib: library } = draft.properties;
	const admitted = type === "bot" ? "bot" : undefined;
	// A library of a server or an app gives its own agent, and speaks for people.
	const isLibrary = typeof library === "string" && library.startsWith("posthog-");
	const bot = isLibrary ? admitted : (agent?.bot ?? admitted);
	return bot === undefined ? draft : { ...draft, bot };
};

import type { Step } from "../draft.ts";

/** Marks events of bots, which are kept apart: stored and counted, but no visitors. */
export const attachBot: Step = (draft, { agent }) => {
	const admitted = draft.properties["$browser_type"] === "bot" ? "bot" : undefined;
	const bot = agent?.bot ?? admitted;
	return bot === undefined ? draft : { ...draft, bot };
};

import * as fc from "fast-check";
import type { ServerMode } from "../../support/server-switch.ts";

/** What a visitor does with a tab. */
export type Action =
	| { readonly do: "click"; readonly path: string }
	| { readonly do: "step"; readonly delta: number }
	| { readonly do: "type-hash" | "hide" | "show" }
	/** `away`: while there is no server, and once more when it is back. */
	| { readonly do: "reload"; readonly from: "server" | "away" }
	/** Goes to another document and comes back, out of the back-forward cache where it holds the page. */
	| { readonly do: "leave-and-return" };

export type Step =
	| { readonly do: "server"; readonly mode: ServerMode }
	| (Action & { readonly tab: number });

export interface GeneratedHistory {
	readonly tabs: 1 | 2;
	/** With the pauses after them, milliseconds. */
	readonly steps: readonly (readonly [Step, number])[];
}

const PATHS = ["/", "/about", "/long", "/about#part", "/moved#part", "/long?page=2", "/missing"];

const click = fc.record({
	do: fc.constant("click" as const),
	path: fc.constantFrom(...PATHS),
	tab: fc.nat(1),
});

const step = fc.record({
	do: fc.constant("step" as const),
	delta: fc.constantFrom(-2, -1, -1, 1),
	tab: fc.nat(1),
});

const server = fc.record({
	do: fc.constant("server" as const),
	mode: fc.constantFrom<ServerMode>("up", "down", "gateway", "slow", "stalled", "deployed"),
});

const reload = fc.record({
	do: fc.constant("reload" as const),
	from: fc.constantFrom("server" as const, "server" as const, "away" as const),
	tab: fc.nat(1),
});

const rest = fc.record({
	do: fc.constantFrom(
		...(["type-hash", "hide", "show", "leave-and-return", "leave-and-return"] as const),
	),
	tab: fc.nat(1),
});

const generatedStep: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 6, arbitrary: click },
	{ weight: 4, arbitrary: step },
	{ weight: 4, arbitrary: server },
	{ weight: 1, arbitrary: reload },
	{ weight: 3, arbitrary: rest },
);

/** Most are shorter than an answer; the longest lets a page begin to fetch ahead. */
const pause = fc.constantFrom(0, 0, 0, 20, 20, 100, 100, 300, 1200);

const history: fc.Arbitrary<GeneratedHistory> = fc.record({
	tabs: fc.constantFrom(1, 1, 2),
	steps: fc.array(fc.tuple(generatedStep, pause), { minLength: 3, maxLength: 10 }),
});

/** @returns The same history for the same seed. */
export function generateHistory(seed: number): GeneratedHistory {
	const [generated] = fc.sample(history, { seed, numRuns: 1 });
	if (generated === undefined) throw new Error("A sample of one must hold one");
	return generated;
}

import type { Clock } from "../browser-clock.ts";
import type {
	Arrival,
	Effect,
	Entry,
	NavigationEvent,
	Outcome,
	Tab,
	TimeMark,
	Visit,
} from "./navigation-state.ts";
import { reduceNavigation } from "./reduce-navigation.ts";

/** Dependencies that run the machine's effects; tests pass fakes. */
export interface NavigatorParts {
	readonly clock: Clock;
	readonly network: Network;
	readonly browser: TabBrowser;
	/** Whether the page is withheld until its flag is decided. */
	readonly isWithheld: boolean;
	/** Called after each transition. */
	readonly onTransition: (tab: Tab) => void;
}

export interface Network {
	readonly load: (visit: Visit, signal: AbortSignal) => Promise<Outcome>;
	/** After a time-out: checks whether the server answers. */
	readonly giveUp: (visit: Visit) => Promise<Outcome>;
}

export interface TabBrowser {
	/** Prepares the change of the page, such as an animation. */
	readonly prepare: (signal: AbortSignal) => Promise<void>;
	/** Shows a view; `rendered` is sent afterwards. */
	readonly show: (visit: Visit, view: Extract<Effect, { kind: "show" }>["view"]) => void;
	/** Updates head, focus and scroll position, as browsers do for a document. */
	readonly arrive: (arrival: Arrival) => void;
	readonly go: (from: Entry, to: Entry) => void;
	readonly adopt: (entry: Entry) => void;
	readonly leave: (url: string) => void;
	readonly stop: () => void;
}

export interface Navigator {
	/** Events are queued until the start. */
	readonly send: (event: NavigationEvent) => void;
	readonly tab: () => Tab;
	readonly start: (parts: NavigatorParts) => void;
}

const TIME_MARKS: readonly (readonly [TimeMark, number])[] = [
	// A faster visit shows no progress.
	["late", 200],
	["slow", 8000],
	["expired", 30_000],
];

/** A step through the history within one document takes a few milliseconds. */
const RETURNED_WITHIN_MS = 1000;

/** Runs the navigation machine: one event at a time, with its effects in order. */
export function createNavigator(shown: Entry): Navigator {
	const events: NavigationEvent[] = [];
	let parts: NavigatorParts | undefined;
	let isRunning = false;
	let ending = new AbortController();
	let stopAwaitingReturn = (): void => undefined;
	let tab: Tab = {
		shown,
		address: shown,
		isReturning: false,
		phase: { kind: "idle" },
		isStale: false,
		isCached: false,
		isWithheld: false,
		isRefreshDue: false,
		problem: undefined,
		lastId: 0,
	};
	return {
		send,
		tab: () => tab,
		start(started) {
			parts = started;
			tab = { ...tab, isWithheld: started.isWithheld };
			drain(started);
		},
	};

	function send(event: NavigationEvent): void {
		events.push(event);
		if (parts !== undefined) drain(parts);
	}

	/** An event that an effect sends is queued until the current event is done. */
	function drain(to: NavigatorParts): void {
		if (isRunning) return;
		isRunning = true;
		for (let event = events.shift(); event !== undefined; event = events.shift()) {
			const transition = reduceNavigation(tab, event);
			tab = transition.tab;
			for (const effect of transition.effects) run(effect, to);
			to.onTransition(tab);
		}
		isRunning = false;
	}

	function run(effect: Effect, { clock, network, browser }: NavigatorParts): void {
		switch (effect.kind) {
			case "abort":
				ending.abort();
				ending = new AbortController();
				break;
			case "load":
				watchTime(clock, effect.visit, ending.signal);
				settle(effect.visit, network.load(effect.visit, ending.signal));
				break;
			case "give-up":
				settle(effect.visit, network.giveUp(effect.visit));
				break;
			case "show":
				void show(browser, effect, ending.signal);
				break;
			case "arrive":
				browser.arrive(effect.arrival);
				break;
			case "go":
				browser.go(effect.from, effect.to);
				// The wait for an earlier step must not end this one.
				stopAwaitingReturn();
				stopAwaitingReturn = clock.after(RETURNED_WITHIN_MS, () => send({ kind: "unreturned" }));
				break;
			case "adopt":
				browser.adopt(effect.entry);
				break;
			case "leave":
				browser.leave(effect.url);
				break;
			case "stop":
				browser.stop();
		}
	}

	function settle({ id }: Visit, answer: Promise<Outcome>): void {
		answer.then(
			(outcome) => send({ kind: "outcome", id, outcome }),
			(cause: unknown) => {
				// Another visit replaced it.
				if (cause instanceof DOMException && cause.name === "AbortError") return;
				console.error("A page could not be loaded", cause);
				send({ kind: "outcome", id, outcome: { kind: "document" } });
			},
		);
	}

	async function show(
		browser: TabBrowser,
		{ visit, view }: Extract<Effect, { kind: "show" }>,
		signal: AbortSignal,
	): Promise<void> {
		if (view !== undefined && visit.how !== "refresh") await browser.prepare(signal);
		if (!signal.aborted) browser.show(visit, view);
	}

	function watchTime(clock: Clock, { id }: Visit, signal: AbortSignal): void {
		for (const [mark, afterMs] of TIME_MARKS) {
			signal.addEventListener(
				"abort",
				clock.after(afterMs, () => send({ kind: "time", id, mark })),
			);
		}
	}
}

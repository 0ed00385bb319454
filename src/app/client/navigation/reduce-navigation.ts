import {
	type Click,
	type Effect,
	type Entry,
	isBusy,
	type Loading,
	type NavigationEvent,
	type Outcome,
	type Phase,
	type Ready,
	type Rendered,
	type Tab,
	type TimeMark,
	type Visit,
	withoutHash,
} from "./navigation-state.ts";

export interface Transition {
	readonly tab: Tab;
	readonly effects: readonly Effect[];
}

/** The Fetch standard's limit is 20; rules with longer chains than this are refused. */
const MAX_REDIRECTS = 10;

/**
 * The navigation machine: from a tab and an event to the next tab and its effects.
 *
 * The shown page stays until its successor is ready. A visit that fails leaves title, focus and page
 * unchanged, and steps the history back to the shown page.
 */
export function reduceNavigation(tab: Tab, event: NavigationEvent): Transition {
	switch (event.kind) {
		case "click":
			return follow(tab, event);
		case "pop":
			return move(tab, event.entry);
		case "outcome":
			return settle(tab, event.id, event.outcome);
		case "rendered":
			return arrive(tab, event);
		case "time":
			return pass(tab, event.id, event.mark);
		case "unreturned":
			return tab.isReturning ? adopt(tab) : still(tab);
		case "deploy":
			return still({ ...tab, isStale: event.isStale });
		case "online":
			return resume(tab);
		case "changed":
			return refresh(tab);
		case "unload":
			return yieldToBrowser(tab);
		case "restored":
			// The visitor stepped back from the document that a click opened.
			return tab.phase.kind === "leaving" ? rest(tab) : yieldToBrowser(tab);
		case "cancel":
			return tab.phase.kind === "waiting" ? rest(tab) : still({ ...tab, problem: undefined });
		case "keep-waiting":
			if (tab.phase.kind !== "loading") return still(tab);
			return still({ ...tab, phase: { ...tab.phase, isSlow: false } });
		case "load-document":
			return tab.phase.kind === "loading" && tab.phase.isSlow ? giveUp(tab, tab.phase) : still(tab);
	}
}

function follow(tab: Tab, { url, isReplacing = false }: Click): Transition {
	const { shown } = tab;
	const isSame = url === shown.url;
	// The same URL replaces its entry, as in browsers.
	const how = isReplacing || isSame ? "replace" : "push";
	const isPlace = isSamePage(url, shown.url) && (!isSame || url.includes("#"));
	return begin(tab, { url, how, isPlace, index: shown.index });
}

function move(tab: Tab, address: Entry): Transition {
	const moved = { ...tab, address, isReturning: false };
	const hasFoundAnother = tab.isReturning && address.index === tab.shown.index;
	return hasFoundAnother && !isAtShown(moved) ? adopt(moved) : step(moved);
}

function step(tab: Tab): Transition {
	const { address, shown, phase } = tab;
	if (!isAtShown(tab)) {
		return begin(tab, { ...address, how: "pop", isPlace: isSamePage(address.url, shown.url) });
	}
	if (phase.kind === "waiting") return phase.isDue === true ? resume(tab) : still(tab);
	if (phase.kind === "loading" && phase.visit.how !== "pop") {
		if (phase.isDeferred !== true) return still(tab);
		// The server may have become unreachable while the browser stepped back.
		return phase.ready?.kind === "document" ? giveUp(tab, phase) : finish(tab, phase.ready);
	}
	return after(phase.kind === "leaving" ? [{ kind: "stop" }] : [], rest(tab));
}

/** The entry of the shown page is gone: a fragment in the address bar truncated the history. */
function adopt(tab: Tab): Transition {
	const entry = { index: tab.address.index, url: tab.shown.url };
	const adopted = step({ ...tab, shown: entry, address: entry, isReturning: false });
	return after([{ kind: "adopt", entry }], adopted);
}

interface Wish extends Pick<Visit, "url" | "index" | "how" | "isPlace"> {
	readonly redirects?: number;
}

function begin(tab: Tab, { redirects = 0, ...wish }: Wish): Transition {
	const visit: Visit = { ...wish, redirects, id: tab.lastId + 1 };
	const isLate = redirects > 0 && isBusy(tab);
	const next: Tab = {
		...tab,
		lastId: visit.id,
		problem: undefined,
		phase: { kind: "loading", visit, isLate, isSlow: false },
	};
	const ending: readonly Effect[] =
		tab.phase.kind === "leaving" ? [{ kind: "abort" }, { kind: "stop" }] : [{ kind: "abort" }];
	// A new entry must follow the entry of the shown page.
	const placed = visit.how === "pop" ? still(next) : goToShown(next);
	const starting = visit.isPlace
		? finish(placed.tab, { kind: "view", view: undefined, isCached: tab.isCached })
		: also(placed.tab, { kind: "load", visit });
	return after([...ending, ...placed.effects], starting);
}

function settle(tab: Tab, id: number, outcome: Outcome): Transition {
	if (tab.phase.kind !== "loading" || tab.phase.visit.id !== id) return still(tab);
	const { visit } = tab.phase;
	switch (outcome.kind) {
		case "view":
			return finish(tab, { kind: "view", view: outcome.view, isCached: outcome.isCached === true });
		case "redirect":
			if (visit.redirects === MAX_REDIRECTS)
				return finish(tab, { kind: "document", url: visit.url });
			return begin(tab, {
				...visit,
				url: outcome.url,
				// A redirect during a refresh replaces the entry.
				how: visit.how === "refresh" ? "replace" : visit.how,
				redirects: visit.redirects + 1,
			});
		case "document":
			// The document would also be withheld, and would reload forever.
			if (tab.isWithheld && visit.how === "refresh") return rest({ ...tab, problem: "undecided" });
			return finish(tab, { kind: "document", url: outcome.url ?? visit.url });
		case "unreachable":
			if (visit.how === "refresh") return rest(tab);
			return after([{ kind: "abort" }], goToShown({ ...tab, phase: { kind: "waiting", visit } }));
		case "incomplete":
			return rest({ ...tab, problem: "incomplete" });
	}
}

/** Shows the result, once the browser is at the entry of the result. */
function finish(tab: Tab, ready: Ready | undefined): Transition {
	const { phase } = tab;
	if (phase.kind !== "loading" || ready === undefined) return still(tab);
	const { visit, isLate } = phase;
	const isDeferred = visit.how !== "pop" && !isAtShown(tab);
	const next = { ...tab, phase: { ...phase, ready, isDeferred } };
	if (isDeferred) return still(next);
	if (ready.kind === "view") return also(next, { kind: "show", visit, view: ready.view });
	const leaving: Phase = { kind: "leaving", visit, isLate };
	return also({ ...tab, phase: leaving }, { kind: "leave", url: ready.url });
}

function arrive(tab: Tab, { visit, entry, view, isFailure = false }: Rendered): Transition {
	const { phase } = tab;
	const isAwaited = phase.kind === "loading" && phase.visit.id === visit?.id;
	const next: Tab = {
		...tab,
		...(entry === undefined ? {} : { shown: entry, address: entry }),
		isWithheld: view.kind === "page" && view.page.isWithheld === true,
		isCached: isAwaited ? phase.ready?.kind === "view" && phase.ready.isCached : tab.isCached,
	};
	const { how, isPlace } = visit ?? { how: "replace", isPlace: !isFailure };
	const arrived: Effect = { kind: "arrive", arrival: { view, entry: next.shown, how, isPlace } };
	if (!isAwaited) return also(next, arrived);
	const resting = rest({ ...next, isRefreshDue: false });
	if (!tab.isRefreshDue) return after([arrived], resting);
	return after([arrived, ...resting.effects], refresh(resting.tab));
}

function pass(tab: Tab, id: number, mark: TimeMark): Transition {
	const { phase } = tab;
	if (phase.kind !== "loading" && phase.kind !== "leaving") return still(tab);
	const { visit } = phase;
	if (visit.id !== id) return still(tab);
	if (mark === "expired" && phase.kind === "leaving") {
		return still({ ...tab, phase: { ...phase, isLate: false, isExpired: true } });
	}
	if (visit.how === "refresh") return mark === "expired" ? rest(tab) : still(tab);
	if (mark === "expired" && phase.kind === "loading") return giveUp(tab, phase);
	if (mark === "late") return still({ ...tab, phase: { ...phase, isLate: true } });
	if (phase.kind === "leaving") return still(tab);
	return still({ ...tab, phase: { ...phase, isSlow: true } });
}

/** Stops waiting for the response, and checks whether the server answers. */
function giveUp(tab: Tab, phase: Loading): Transition {
	return {
		tab: { ...tab, phase: { ...phase, isSlow: false } },
		effects: [{ kind: "abort" }, { kind: "give-up", visit: phase.visit }],
	};
}

/** Resumes after the server answers again. */
function resume(tab: Tab): Transition {
	const { phase, shown, address } = tab;
	if (phase.kind === "idle" && tab.isCached) return refresh(tab);
	if (phase.kind !== "waiting") return still(tab);
	const { visit } = phase;
	if (visit.how !== "pop" || visit.index === shown.index) return begin(tab, visit);
	if (!isAtShown(tab)) return still({ ...tab, phase: { ...phase, isDue: true } });
	return also({ ...tab, phase: { kind: "idle" } }, { kind: "go", from: address, to: visit });
}

function refresh(tab: Tab): Transition {
	const { phase, shown } = tab;
	if (!isFree(phase)) return still({ ...tab, isRefreshDue: true });
	return begin(tab, { ...shown, how: "refresh", isPlace: false });
}

/**
 * As in browsers, a later navigation cancels a click. Chromium also confuses its entries if one is
 * added during a reload: steps back then have no effect.
 */
function yieldToBrowser(tab: Tab): Transition {
	const { phase } = tab;
	const isClick =
		phase.kind === "loading" && (phase.visit.how === "push" || phase.visit.how === "replace");
	return isClick ? rest(tab) : still(tab);
}

function isFree(phase: Phase): boolean {
	if (phase.kind === "loading") return phase.visit.how === "refresh";
	return phase.kind === "idle" || (phase.kind === "leaving" && phase.isExpired === true);
}

/** Ends the visit; the shown page stays. */
function rest(tab: Tab): Transition {
	return after([{ kind: "abort" }], goToShown({ ...tab, phase: { kind: "idle" } }));
}

function goToShown(tab: Tab): Transition {
	if (isAtShown(tab) || tab.isReturning) return still(tab);
	return also({ ...tab, isReturning: true }, { kind: "go", from: tab.address, to: tab.shown });
}

function isAtShown({ address, shown }: Tab): boolean {
	return address.index === shown.index && address.url === shown.url;
}

function isSamePage(url: string, other: string): boolean {
	return withoutHash(url) === withoutHash(other);
}

function still(tab: Tab): Transition {
	return { tab, effects: [] };
}

function also(tab: Tab, effect: Effect): Transition {
	return { tab, effects: [effect] };
}

function after(effects: readonly Effect[], transition: Transition): Transition {
	return { tab: transition.tab, effects: [...effects, ...transition.effects] };
}

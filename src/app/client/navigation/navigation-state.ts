import type { Notice, NoticeAnswer } from "../../components/navigation-context.ts";
import type { View } from "../../view.ts";

/** An entry of the tab's history. */
export interface Entry {
	/** Position in the tab's history; rises with each pushed entry. */
	readonly index: number;
	/** Absolute, with its fragment. */
	readonly url: string;
}

/** `pop`: a step through the history, which has changed the address; `refresh`: the address stays. */
export type VisitKind = "push" | "replace" | "pop" | "refresh";

/** A navigation to a URL. */
export interface Visit extends Entry {
	/** Increases with each visit of the tab. */
	readonly id: number;
	readonly how: VisitKind;
	/** The number of redirects so far. */
	readonly redirects: number;
	/** Whether only the fragment differs from the shown page, so that nothing is loaded. */
	readonly isPlace: boolean;
}

export type Phase =
	| { readonly kind: "idle" }
	| Loading
	/** The server is unreachable; the visit resumes when it answers. */
	| Waiting
	| Leaving;

export interface Waiting {
	readonly kind: "waiting";
	readonly visit: Visit;
	/** Whether the server answers again while the browser still steps back to the shown page. */
	readonly isDue?: boolean;
}

export interface Loading {
	readonly kind: "loading";
	readonly visit: Visit;
	/** Whether 200 ms have passed: progress is shown. */
	readonly isLate: boolean;
	/** Whether 8 s have passed: the visitor can choose to wait or to load the document. */
	readonly isSlow: boolean;
	/** The result, until it is shown. */
	readonly ready?: Ready;
	/** Whether the result waits for the browser's step back to the shown page. */
	readonly isDeferred?: boolean;
}

export type Ready = ReadyView | ReadyDocument;

export interface ReadyView {
	readonly kind: "view";
	/** `undefined`: the shown view. */
	readonly view: View | undefined;
	/** Whether it comes from the cache of earlier visits. */
	readonly isCached: boolean;
}

/** A document that the browser must load. */
export interface ReadyDocument {
	readonly kind: "document";
	readonly url: string;
}

/** The browser loads a document. */
export interface Leaving {
	readonly kind: "leaving";
	readonly visit: Visit;
	readonly isLate: boolean;
	/** Whether 30 s have passed: it may have been a download. */
	readonly isExpired?: boolean;
}

/** State of the navigation machine. */
export interface Tab {
	/** The entry of the shown page. */
	readonly shown: Entry;
	/** The browser's entry; it differs from `shown` while a step through the history loads. */
	readonly address: Entry;
	/** Whether the browser is stepping back to `shown`. */
	readonly isReturning: boolean;
	readonly phase: Phase;
	/** Whether the server runs another build than this tab. */
	readonly isStale: boolean;
	/** Whether the shown view comes from the cache, because the server is unreachable. */
	readonly isCached: boolean;
	/** Whether the page is withheld until its flag is decided. */
	readonly isWithheld: boolean;
	/** Whether the shown page changed on the server during a visit. */
	readonly isRefreshDue: boolean;
	/** Reason why the last visit failed. */
	readonly problem: Problem | undefined;
	readonly lastId: number;
}

export type Problem = "incomplete" | "undecided";

/** The result of loading a URL. */
export type Outcome =
	| { readonly kind: "view"; readonly view: View; readonly isCached?: boolean }
	/** `url` is absolute and carries the fragment. */
	| { readonly kind: "redirect"; readonly url: string }
	/** The browser must load the document; `url` is set if it differs from the visit's. */
	| { readonly kind: "document"; readonly url?: string }
	| { readonly kind: "unreachable" }
	/** A part of the page is missing on the server, and a full load was tried just before. */
	| { readonly kind: "incomplete" };

export type NavigationEvent =
	| Click
	| { readonly kind: "pop"; readonly entry: Entry }
	| { readonly kind: "outcome"; readonly id: number; readonly outcome: Outcome }
	| Rendered
	| { readonly kind: "time"; readonly id: number; readonly mark: TimeMark }
	/** The step back to the shown page did not happen. */
	| { readonly kind: "unreturned" }
	| { readonly kind: "deploy"; readonly isStale: boolean }
	| { readonly kind: "online" }
	/** The shown page has changed on the server. */
	| { readonly kind: "changed" }
	/** The browser starts to load a document or a download, on the visitor's request. */
	| { readonly kind: "unload" }
	/** The document was restored from the back-forward cache. */
	| { readonly kind: "restored" }
	| { readonly kind: NoticeAnswer };

export interface Click {
	readonly kind: "click";
	readonly url: string;
	/** Whether the new entry replaces the entry of the shown page. */
	readonly isReplacing?: boolean;
}

export interface Rendered {
	readonly kind: "rendered";
	readonly view: View;
	/** Absent: a script of a page navigated through the router, or the rendering failed. */
	readonly visit?: Visit;
	/** Absent: the entry has not changed. */
	readonly entry?: Entry;
	/** Whether `view` is the error page for a view that could not be rendered. */
	readonly isFailure?: boolean;
}

export type TimeMark = "late" | "slow" | "expired";

/** An effect of a transition, as data. */
export type Effect =
	/** Aborts the load and its timers. */
	| { readonly kind: "abort" }
	| { readonly kind: "load"; readonly visit: Visit }
	/** Checks whether the server answers, and uses that as the outcome. */
	| { readonly kind: "give-up"; readonly visit: Visit }
	| { readonly kind: "show"; readonly visit: Visit; readonly view: View | undefined }
	| { readonly kind: "arrive"; readonly arrival: Arrival }
	/** Steps from one entry of the history to another. */
	| { readonly kind: "go"; readonly from: Entry; readonly to: Entry }
	/** Changes the current entry to the address of the shown page. */
	| { readonly kind: "adopt"; readonly entry: Entry }
	| { readonly kind: "leave"; readonly url: string }
	/** Stops a document that the browser is loading. */
	| { readonly kind: "stop" };

/** A view that is shown, with its entry. */
export interface Arrival {
	readonly view: View;
	readonly entry: Entry;
	readonly how: VisitKind;
	readonly isPlace: boolean;
}

/** @returns The notice that the visitor sees. */
export function noticeOf({ phase, problem, isCached }: Tab): Notice | undefined {
	if (phase.kind === "waiting") return "waiting";
	if (phase.kind === "loading" && phase.isSlow) return "slow";
	return problem ?? (isCached ? "cached" : undefined);
}

/** Whether to show progress. */
export function isBusy({ phase }: Tab): boolean {
	return (phase.kind === "loading" || phase.kind === "leaving") && phase.isLate;
}

/** Whether the tab waits for the server. */
export function needsServer({ phase, isCached }: Tab): boolean {
	return phase.kind === "waiting" || isCached;
}

export function withoutHash(url: string): string {
	return url.split("#", 1)[0] ?? url;
}

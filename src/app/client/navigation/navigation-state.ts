import type { View } from "../../view.ts";

/** An entry of the tab's history. */
export interface Entry {
	/** Counts the entries that this document can go to. */
	readonly index: number;
	/** Absolute, with its fragment. */
	readonly url: string;
}

/** `pop` is a step through the history, whose address is there already; `refresh` changes no address. */
export type VisitKind = "push" | "replace" | "pop" | "refresh";

/** The wish to see a URL. */
export interface Visit extends Entry {
	/** Rises with each visit of the tab. */
	readonly id: number;
	readonly how: VisitKind;
	/** How many redirects have led here. */
	readonly redirects: number;
	/** Whether only the fragment differs from what is shown: nothing is loaded for that. */
	readonly isPlace: boolean;
}

export type Phase =
	| { readonly kind: "idle" }
	| Loading
	/** The server cannot be reached: the visit is finished when it can. */
	| Waiting
	| Leaving;

export interface Waiting {
	readonly kind: "waiting";
	readonly visit: Visit;
	/** Whether the server is back, and only the browser still on its way to the page that is shown. */
	readonly isDue?: boolean;
}

export interface Loading {
	readonly kind: "loading";
	readonly visit: Visit;
	/** Has taken so long that the visitor must see that it is being worked on. */
	readonly isLate: boolean;
	/** Has taken so long that the visitor is asked how to go on. */
	readonly isSlow: boolean;
	/** What came, until it is on the screen. */
	readonly ready?: Ready;
	/** Whether what came waits for the browser's step back to the page that is shown. */
	readonly isDeferred?: boolean;
}

export type Ready = ReadyView | ReadyDocument;

export interface ReadyView {
	readonly kind: "view";
	/** `undefined`: what is on the screen already. */
	readonly view: View | undefined;
	/** Whether it is what the tab kept of an earlier visit. */
	readonly isKept: boolean;
}

/** The browser must load it. */
export interface ReadyDocument {
	readonly kind: "document";
	readonly url: string;
}

/** The browser loads a document. */
export interface Leaving {
	readonly kind: "leaving";
	readonly visit: Visit;
	readonly isLate: boolean;
	/** Whether the page is still here after so long that it may have been a download. */
	readonly isExpired?: boolean;
}

/** Everything that decides what the next event leads to. */
export interface Tab {
	/** The entry whose page is on the screen. */
	readonly shown: Entry;
	/** Where the browser is: elsewhere than `shown` while a step through the history is loaded. */
	readonly address: Entry;
	/** Whether it has been told to step back to `shown`. */
	readonly isReturning: boolean;
	readonly phase: Phase;
	/** Whether the server runs another build than this tab. */
	readonly isStale: boolean;
	/** Whether what is shown was kept from an earlier visit, because the server is away. */
	readonly isKept: boolean;
	/** Whether the document does not say yet whether its page is for this visitor. */
	readonly isWithheld: boolean;
	/** Whether what is shown has changed on the server since a visit began. */
	readonly isRefreshDue: boolean;
	/** Why the last visit came to nothing. */
	readonly problem: Problem | undefined;
	readonly lastId: number;
}

export type Problem = "incomplete" | "undecided";

/** What became of the attempt to load a URL. */
export type Outcome =
	| { readonly kind: "view"; readonly view: View; readonly isKept?: boolean }
	/** `url` is absolute and carries the fragment. */
	| { readonly kind: "redirect"; readonly url: string }
	/** The browser must load it; `url` where that is not the URL that was asked for. */
	| { readonly kind: "document"; readonly url?: string }
	| { readonly kind: "unreachable" }
	/** A part of the page is missing on the server, and a full load was tried a moment ago. */
	| { readonly kind: "incomplete" };

export type NavigationEvent =
	| { readonly kind: "click"; readonly url: string }
	| { readonly kind: "pop"; readonly entry: Entry }
	| { readonly kind: "outcome"; readonly id: number; readonly outcome: Outcome }
	| Rendered
	| { readonly kind: "time"; readonly id: number; readonly mark: TimeMark }
	/** The step back to the page that is shown has led nowhere. */
	| { readonly kind: "unreturned" }
	| { readonly kind: "deploy"; readonly isStale: boolean }
	| { readonly kind: "online" }
	/** What is shown is not what the server says by now. */
	| { readonly kind: "changed" }
	/** The visitor has the browser load a document: this page again, another one, or a download. */
	| { readonly kind: "unload" }
	/** The document came back out of the back-forward cache. */
	| { readonly kind: "restored" }
	/** Answers of the visitor to a notice. */
	| { readonly kind: "cancel" | "keep-waiting" | "load-document" };

export interface Rendered {
	readonly kind: "rendered";
	readonly view: View;
	/** Absent: a script of a page has asked the router for it, or its rendering has failed. */
	readonly visit?: Visit;
	/** Absent: the entry is the one that was shown before. */
	readonly entry?: Entry;
	/** Whether `view` is the error page in the place of one that could not be rendered. */
	readonly isFailure?: boolean;
}

export type TimeMark = "late" | "slow" | "expired";

/** What a transition wants done, as data. */
export type Effect =
	/** Ends what is loaded, and its clock. */
	| { readonly kind: "abort" }
	| { readonly kind: "load"; readonly visit: Visit }
	/** Asks whether the server is there at all, and takes that for an answer. */
	| { readonly kind: "give-up"; readonly visit: Visit }
	| { readonly kind: "show"; readonly visit: Visit; readonly view: View | undefined }
	| { readonly kind: "arrive"; readonly arrival: Arrival }
	/** Steps from one entry of the history to another. */
	| { readonly kind: "go"; readonly from: Entry; readonly to: Entry }
	/** Gives the current entry the address of the page that is shown. */
	| { readonly kind: "adopt"; readonly entry: Entry }
	| { readonly kind: "leave"; readonly url: string }
	/** Stops a document that the browser is loading. */
	| { readonly kind: "stop" };

/** Something else is on the screen. */
export interface Arrival {
	readonly view: View;
	readonly entry: Entry;
	readonly how: VisitKind;
	readonly isPlace: boolean;
}

export type Notice = "waiting" | "slow" | "kept" | Problem;

/** @returns What the visitor must know about the page as it is. */
export function noticeOf({ phase, problem, isKept }: Tab): Notice | undefined {
	if (phase.kind === "waiting") return "waiting";
	if (phase.kind === "loading" && phase.isSlow) return "slow";
	return problem ?? (isKept ? "kept" : undefined);
}

/** Whether to show that a visit is under way. */
export function isBusy({ phase }: Tab): boolean {
	return (phase.kind === "loading" || phase.kind === "leaving") && phase.isLate;
}

/** Whether something hangs on the server's return. */
export function needsServer({ phase, isKept }: Tab): boolean {
	return phase.kind === "waiting" || isKept;
}

export function withoutHash(url: string): string {
	return url.split("#", 1)[0] ?? url;
}

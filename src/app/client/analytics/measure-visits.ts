import type { CaptureResult } from "posthog-js/dist/module.no-external.js";
import type { Measured } from "../../../shared/analytics.ts";
import type { PageView } from "./send-views.ts";

/** Measurements of a visit beside page views. */
export interface VisitMeasures {
	/** Whether the client sends scroll depth and the end of the last view. */
	readonly hasEngagement: boolean;
	/** @returns The event with figures of the previous view; `null` drops an event that ends no view. */
	readonly complete: (event: CaptureResult, viewed: PageView | undefined) => CaptureResult | null;
}

export interface VisitMeasuresOptions {
	readonly page: Window;
	readonly measure: readonly Measured[];
	/** Id of the build whose scripts run. */
	readonly buildId: string;
	readonly capture: Capture;
}

export function measureVisits({
	page,
	measure,
	buildId,
	capture,
}: VisitMeasuresOptions): VisitMeasures {
	if (measure.includes("links")) captureLinks(page, capture);
	if (measure.includes("errors")) captureErrors(page, capture, buildId);
	if (!measure.includes("engagement")) {
		return { hasEngagement: false, complete: (event) => event };
	}
	const time = createVisibleTime(page.document);
	let shownPath = "";
	return {
		hasEngagement: true,
		complete(event, viewed) {
			if (viewed !== undefined) {
				const left = time.end(viewed.at);
				time.begin(viewed.at);
				shownPath = new URL(viewed.url).pathname;
				return { ...event, properties: engagement(event.properties, left) };
			}
			if (event.event !== "$pageleave") return event;
			const left = time.end(Date.now());
			if (left === undefined) return null;
			const properties = { ...event.properties, $prev_pageview_pathname: shownPath };
			return {
				...event,
				// The visitor left when the tab was last visible, not when it was closed.
				timestamp: new Date(left.lastSeenAt),
				properties: engagement(properties, left),
			};
		},
	};
}

const PATH = "$prev_pageview_pathname";
const SEEN = "$prev_pageview_max_content_percentage";

/** Removes properties of the previous view that the service does not use. */
function engagement(
	properties: Readonly<Record<string, unknown>>,
	left: ViewedTime | undefined,
): Record<string, unknown> {
	const kept = Object.entries(properties).filter(
		([name]) => name === PATH || !name.startsWith("$prev_pageview_"),
	);
	const of = left && { $prev_pageview_duration: left.seconds, [SEEN]: properties[SEEN] };
	return { ...Object.fromEntries(kept), ...of };
}

type Capture = (event: string, properties: Readonly<Record<string, unknown>>) => void;

const FILE =
	/\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|json|zip|rar|7z|t?gz|xz|dmg|pkg|msi|exe|deb|rpm|apk|iso|mp[34]|m4[av]|mov|avi|wav|ogg|epub)$/i;

/** Sends an event for each followed link to another site or to a file. */
function captureLinks({ document, location }: Window, capture: Capture): void {
	const follow = ({ target, button }: MouseEvent): void => {
		// The right button only opens a menu.
		if (button > 1 || !(target instanceof Element)) return;
		const link = target.closest("a[href]");
		if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol)) return;
		const properties = { link_url: link.href };
		if (link.hasAttribute("download") || FILE.test(link.pathname)) {
			capture("file_download", properties);
		} else if (link.host !== location.host) capture("outbound_link", properties);
	};
	// The capture phase runs before the page can stop the event. The wheel's button opens a tab.
	for (const name of ["click", "auxclick"] as const) {
		document.addEventListener(name, follow, { capture: true });
	}
}

/** Maximum per document; an error in a loop is sent once. */
const MAX_ERRORS = 10;

const MAX_STACK = 4_000;

/** Sends uncaught errors, each once, as PostHog's clients do. */
function captureErrors(page: Window, capture: Capture, buildId: string): void {
	const sent = new Set<string>();
	const send = (error: unknown, message: string, place: object = {}): void => {
		const { name, message: own, stack } = Object(error);
		const type = typeof name === "string" ? name : "Error";
		const value = typeof own === "string" ? own : message;
		const text = `${type}: ${value}`;
		if (sent.has(text) || sent.size >= MAX_ERRORS) return;
		sent.add(text);
		const mechanism = { handled: false, synthetic: false };
		capture("$exception", {
			$exception_level: "error",
			$exception_list: [{ type, value, mechanism }],
			$exception_stack_trace_raw: typeof stack === "string" ? stack.slice(0, MAX_STACK) : undefined,
			$app_version: buildId,
			...place,
		});
	};
	page.addEventListener("error", ({ error, message, filename, lineno, colno }) =>
		send(error, message, {
			$exception_source: filename,
			$exception_lineno: lineno,
			$exception_colno: colno,
		}),
	);
	page.addEventListener("unhandledrejection", ({ reason }) => send(reason, String(reason)));
}

interface ViewedTime {
	readonly seconds: number;
	/** Last time at which the tab was visible; milliseconds since the Unix epoch. */
	readonly lastSeenAt: number;
}

/** Measures how long a page is visible. */
export function createVisibleTime(page: Document, now: () => number = Date.now) {
	let beganAt: number | undefined;
	let visibleMs = 0;
	let shownAt: number | undefined;
	let lastSeenAt = 0;

	function hide(at: number): void {
		if (shownAt === undefined) return;
		visibleMs += Math.max(0, at - shownAt);
		lastSeenAt = Math.max(at, lastSeenAt);
		shownAt = undefined;
	}

	page.addEventListener("visibilitychange", () => {
		if (page.visibilityState === "hidden") hide(now());
		else shownAt ??= now();
	});
	return {
		/** Starts measuring a view. */
		begin(at: number): void {
			beganAt = at;
			visibleMs = 0;
			lastSeenAt = at;
			shownAt = page.visibilityState === "hidden" ? undefined : at;
		},
		/** Stops measuring. @returns `undefined` if no view was started. */
		end(at: number): ViewedTime | undefined {
			if (beganAt === undefined) return undefined;
			hide(at);
			beganAt = undefined;
			return { seconds: Math.round(visibleMs / 100) / 10, lastSeenAt };
		},
	};
}

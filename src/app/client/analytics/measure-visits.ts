import type { CaptureResult } from "posthog-js/dist/module.no-external.js";
import type { Measured } from "../../../shared/analytics.ts";
import { captureErrors } from "./capture-errors.ts";
import { captureLinks } from "./capture-links.ts";
import type { PageView } from "./send-views.ts";
import { createVisibleTime, type ViewedTime } from "./visible-time.ts";

/** What the client measures beside page views. */
export interface VisitMeasures {
	/** Whether the client sends scroll depth and the end of the last view. */
	readonly hasEngagement: boolean;
	/** @returns The event with figures of the previous view; `null` drops an event that ends no view. */
	readonly complete: (event: CaptureResult, viewed: PageView | undefined) => CaptureResult | null;
}

export interface VisitMeasuresOptions {
	readonly page: Window;
	readonly measure: readonly Measured[];
	/** Whose scripts run. */
	readonly buildId: string;
	readonly capture: (event: string, properties: Readonly<Record<string, unknown>>) => void;
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

/** Keeps the properties of the previous view that the service uses. */
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

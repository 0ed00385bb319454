// The form that never loads a script of anybody's: the policy would forbid it.
import { type PostHogConfig, posthog } from "posthog-js/dist/module.no-external.js";
import type { Analytics } from "../components/analytics-context.ts";
import type { PageView } from "./analytics.ts";

export interface AnalyticsClientOptions {
	readonly key: string;
	/** URL of the service. */
	readonly host: string;
	/** Called whenever values of flags may have changed. */
	readonly onFlags: () => void;
}

export interface AnalyticsClient extends Omit<Analytics, "subscribe"> {
	readonly view: (view: PageView) => void;
}

/** Sends what it is told to send, and keeps nothing in the browser. */
export function createAnalyticsClient({
	key,
	host,
	onFlags,
}: AnalyticsClientOptions): AnalyticsClient {
	let viewed: PageView | undefined;
	// It tries storage out, and a prepared link could make it leave something there.
	posthog.toolbar.maybeLoadToolbar = () => false;
	declareRemoteConfig(key);
	posthog.init(key, {
		...SETTINGS,
		api_host: host,
		// By the time of sending, the next page may be on the screen.
		before_send: (event) =>
			event === null || viewed === undefined
				? event
				: { ...event, properties: { ...event.properties, ...propertiesOf(viewed) } },
		on_request_error: ({ statusCode }) => console.warn(`Analytics: Bad HTTP status ${statusCode}`),
	});
	posthog.onFeatureFlags(onFlags);
	return {
		capture: (event, properties) => void posthog.capture(event, properties),
		identify: (id, properties) => posthog.identify(id, properties),
		reset: () => posthog.reset(),
		flag: (flagKey) => posthog.getFeatureFlag(flagKey, { send_event: false }),
		reportFlag: (flagKey) => void posthog.getFeatureFlag(flagKey),
		view(view) {
			viewed = view;
			posthog.capture("$pageview");
			viewed = undefined;
		},
	};
}

const SETTINGS: Partial<PostHogConfig> = {
	persistence: "memory",
	person_profiles: "identified_only",
	capture_pageview: false,
	capture_pageleave: false,
	capture_heatmaps: false,
	capture_dead_clicks: false,
	capture_performance: false,
	autocapture: false,
	rageclick: false,
	disable_scroll_properties: true,
	disable_session_recording: true,
	disable_surveys: true,
	disable_web_experiments: true,
	disable_external_dependency_loading: true,
	// Decided before this chunk was fetched, for both signals and by the site's configuration.
	respect_dnt: false,
};

function propertiesOf({ url, title, status, cameFrom }: PageView): Record<string, unknown> {
	const { pathname } = new URL(url);
	return {
		title,
		status,
		$current_url: url,
		$pathname: pathname,
		...(cameFrom === undefined ? {} : { $prev_pageview_pathname: cameFrom }),
	};
}

/**
 * This version obeys the answer of `decide` and would only look at this configuration: a
 * request less for each visitor.
 */
function declareRemoteConfig(key: string): void {
	Object.assign(globalThis, { _POSTHOG_REMOTE_CONFIG: { [key]: { config: {} } } });
}

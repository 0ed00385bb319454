// This build never loads another script, which the content security policy would block.
import {
	type CaptureResult,
	type PostHogConfig,
	posthog,
} from "posthog-js/dist/module.no-external.js";
import type { Measured } from "../../../shared/analytics.ts";
import type {
	Analytics,
	EarlyAccessFeature,
	FlagState,
} from "../../components/analytics-context.ts";
import type { VisitMeasures, VisitMeasuresOptions } from "./measure-visits.ts";
import type { PageView } from "./send-views.ts";

export interface AnalyticsClientOptions {
	readonly key: string;
	/** URL of the service. */
	readonly host: string;
	/** Id of the build whose scripts run. */
	readonly buildId: string;
	/** Called for each event: visitors can change their mind. */
	readonly maySend: () => boolean;
	/** Called whenever values of flags may have changed. */
	readonly onFlags: () => void;
	/** `browser`: the client stores an id in the browser; absent: it stores nothing. */
	readonly identity?: "browser" | undefined;
	/** Whether to measure web vitals; their chunk must be loaded. */
	readonly webVitals?: boolean | undefined;
	/** Measurements beside page views; their chunk must be loaded. */
	readonly measure?: readonly Measured[] | undefined;
	readonly startMeasures?: ((options: VisitMeasuresOptions) => VisitMeasures) | undefined;
}

export interface AnalyticsClient
	extends Omit<Analytics, "identity" | "consent" | "grant" | "deny" | "mayHear" | "subscribe"> {
	readonly view: (view: PageView) => void;
	/** Makes a visitor anonymous who was identified in an earlier document. */
	readonly forgetKnown: () => void;
	/** Stores the id in the browser, or creates a new id that is not stored. */
	readonly keepIdentity: (isKept: boolean) => void;
}

/** Wraps posthog-js; without `identity` it stores nothing in the browser. */
export function createAnalyticsClient({
	key,
	host,
	buildId,
	maySend,
	onFlags,
	identity,
	webVitals = false,
	measure = [],
	startMeasures,
}: AnalyticsClientOptions): AnalyticsClient {
	let viewed: PageView | undefined;
	const capture: AnalyticsClient["capture"] = (event, properties) =>
		void posthog.capture(event, properties);
	const measures = startMeasures?.({ page: window, measure, buildId, capture });
	const hasEngagement = measures?.hasEngagement === true;
	let status: FlagState["status"] = "pending";
	const states = new Map<string, FlagState>();
	// The toolbar tests storage, and a crafted link could make it store something.
	posthog.toolbar.maybeLoadToolbar = () => false;
	declareRemoteConfig(key);
	checkFlagAnswers();
	posthog.init(key, {
		...SETTINGS,
		persistence: identity === "browser" ? "localStorage" : "memory",
		api_host: host,
		capture_pageleave: hasEngagement,
		disable_scroll_properties: !hasEngagement,
		capture_performance: webVitals && { web_vitals: true, network_timing: false },
		// The next page may already be shown when an event is sent.
		before_send: (event) => {
			if (event === null || !maySend()) return null;
			// Makes the service count visitors by the id of the event.
			if (identity !== undefined) event.properties["$client_identity"] = identity;
			const complete = viewed === undefined ? event : ofView(event, viewed);
			return measures === undefined ? complete : measures.complete(complete, viewed);
		},
		on_request_error: ({ statusCode }) => console.warn(`Analytics: Bad HTTP status ${statusCode}`),
	});
	// The types lack the third argument, which reports errors.
	posthog.onFeatureFlags((...[, , context]: readonly unknown[]) => {
		status = statusAfter(context) ?? status;
		flagsChanged();
	});

	function flagsChanged(): void {
		states.clear();
		onFlags();
	}

	function readFlag(flagKey: string): FlagState {
		return {
			status,
			value: posthog.getFeatureFlag(flagKey, { send_event: false }),
			payload: posthog.getFeatureFlagPayload(flagKey),
		};
	}

	function reset(): void {
		posthog.reset();
		// The flags belong to the previous person; the library does not load them again.
		status = "pending";
		flagsChanged();
		posthog.reloadFeatureFlags();
	}

	return {
		capture,
		identify: (id, properties) => posthog.identify(id, properties),
		group: (type, key, properties) => posthog.group(type, key, properties),
		reset,
		forgetKnown() {
			if (posthog.get_property("$user_state") === "identified") reset();
		},
		flag(flagKey) {
			const state = states.get(flagKey) ?? readFlag(flagKey);
			states.set(flagKey, state);
			return state;
		},
		reportFlag: (flagKey) => void posthog.getFeatureFlag(flagKey),
		reloadFlags: () => posthog.reloadFeatureFlags(),
		earlyAccessFeatures: () =>
			new Promise((resolve) => {
				const isFresh = true;
				posthog.getEarlyAccessFeatures((features) => resolve(readFeatures(features)), isFresh);
			}),
		enroll: (flagKey, isEnrolled) =>
			posthog.updateEarlyAccessFeatureEnrollment(flagKey, isEnrolled),
		keepIdentity(isKept) {
			if (identity === undefined) return;
			posthog.set_config({ persistence: isKept ? "localStorage" : "memory" });
			if (!isKept) posthog.reset(true);
		},
		view(view) {
			viewed = view;
			posthog.capture("$pageview");
			viewed = undefined;
		},
	};
}

const SETTINGS: Partial<PostHogConfig> = {
	person_profiles: "identified_only",
	capture_pageview: false,
	capture_heatmaps: false,
	capture_dead_clicks: false,
	autocapture: false,
	rageclick: false,
	disable_session_recording: true,
	disable_surveys: true,
	disable_web_experiments: true,
	disable_external_dependency_loading: true,
	// The site checks both signals before it loads this chunk.
	respect_dnt: false,
};

function ofView(event: CaptureResult, viewed: PageView): CaptureResult {
	const { url, title, status, at, cameFrom } = viewed;
	return {
		...event,
		timestamp: new Date(at),
		properties: {
			...event.properties,
			title,
			status,
			$current_url: url,
			$pathname: new URL(url).pathname,
			...(cameFrom === undefined ? {} : { $prev_pageview_pathname: cameFrom }),
		},
	};
}

/**
 * This version uses the response of `decide`. Without a declared configuration it would send one
 * more request per visitor.
 */
function declareRemoteConfig(key: string): void {
	Object.assign(globalThis, { _POSTHOG_REMOTE_CONFIG: { [key]: { config: {} } } });
}

/** This version reads every 200 response as flags, even HTML or an incomplete set of flags. */
function checkFlagAnswers(): void {
	const { featureFlags } = posthog;
	const receive = featureFlags.receivedFeatureFlags.bind(featureFlags);
	featureFlags.receivedFeatureFlags = (answer, errorsLoading) => {
		const { featureFlags: flags, errorsWhileComputingFlags } = answer;
		const isAnswer = typeof flags === "object" && flags !== null;
		const isComplete = isAnswer && errorsWhileComputingFlags !== true;
		receive(isAnswer ? answer : {}, errorsLoading === true || !isComplete);
	};
}

/** @returns `undefined` when values have changed without a request. */
function statusAfter(context: unknown): "known" | "errored" | undefined {
	const { errorsLoading } = Object(context);
	if (errorsLoading === undefined) return undefined;
	return errorsLoading === true ? "errored" : "known";
}

/** The response of the configured service is untrusted. */
function readFeatures(features: unknown): readonly EarlyAccessFeature[] {
	if (!Array.isArray(features)) return [];
	return features.flatMap(({ flagKey, name, description, documentationUrl }) =>
		typeof flagKey !== "string" || typeof name !== "string"
			? []
			: [
					{
						flagKey,
						name,
						description: typeof description === "string" ? description : "",
						documentationUrl: webUrl(documentationUrl),
					},
				],
	);
}

/** @returns `null` unless the value is an HTTP or HTTPS URL. */
function webUrl(value: unknown): string | null {
	return typeof value === "string" && /^https?:\/\//i.test(value) ? value : null;
}

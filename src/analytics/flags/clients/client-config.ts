import * as z from "zod";
import type { Settings } from "../../store/settings/settings.ts";

const flag = z.boolean().optional();

/** Settings of clients that an operator may change. An unknown field is an error. */
export const clientConfigSchema = z.strictObject({
	autocapture_opt_out: flag,
	elementsChainAsString: flag,
	heatmaps: flag,
	captureDeadClicks: flag,
	autocaptureExceptions: flag,
	defaultIdentifiedOnly: flag,
	capturePerformance: z
		.union(
			[
				z.boolean(),
				z.strictObject({
					network_timing: flag,
					web_vitals: flag,
					web_vitals_allowed_metrics: z.array(z.string()).optional(),
				}),
			],
			"must be true, false or an object with network_timing and web_vitals",
		)
		.optional(),
});

type ClientConfigOverrides = z.infer<typeof clientConfigSchema>;

/** By default, clients send only page views and the events of the site's code. */
const DEFAULTS = {
	autocapture_opt_out: true,
	elementsChainAsString: true,
	heatmaps: false,
	captureDeadClicks: false,
	autocaptureExceptions: false,
	capturePerformance: false,
	defaultIdentifiedOnly: true,
} as const;

const SETTING = "client-config";

export function writeClientConfig(settings: Settings, overrides: ClientConfigOverrides): void {
	settings.set(SETTING, JSON.stringify(overrides));
}

export function readClientConfig(settings: Settings): ClientConfigOverrides {
	return clientConfigSchema.safeParse(JSON.parse(settings.get(SETTING) ?? "{}")).data ?? {};
}

/**
 * Renders the configuration of posthog-js: `decide` sends it to older clients, the remote
 * configuration to newer ones.
 *
 * Hazard: with `quota_limited`, clients drop events. This service has no recordings, product tours and
 * conversations; announced tours make clients poll. `surveys` is absent, since a client of 2026 loads
 * their script even for `false`.
 */
export function renderClientConfig(overrides: ClientConfigOverrides): Record<string, unknown> {
	const settings = { ...DEFAULTS, ...overrides };
	return {
		...settings,
		// Clients expect exactly these strings; without `gzip-js` they stop compressing.
		supportedCompression: ["gzip", "gzip-js"],
		analytics: { endpoint: "/i/v0/e/" },
		sessionRecording: false,
		productTours: false,
		conversations: false,
		errorTracking: {
			autocaptureExceptions: settings.autocaptureExceptions,
			suppressionRules: [],
		},
		logs: { captureConsoleLogs: false },
		siteApps: [],
		toolbarParams: {},
		isAuthenticated: false,
		config: { enable_collect_everything: true },
	};
}

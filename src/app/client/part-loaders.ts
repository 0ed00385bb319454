import type { PublicConfig } from "../../shared/page/public-config.ts";
import type { AnalyticsClientOptions } from "./analytics/analytics-client.ts";
import type { LivePartsOptions } from "./analytics/live-parts.ts";
import type { PageFlagsOptions } from "./analytics/page-flags.ts";
import type { BackgroundParts } from "./background.ts";
import type { FollowContentParts } from "./freshness/follow-content.ts";

/** How a part is loaded: at once, and when the server is back if it was away. */
type LoadPart = <Part>(load: () => Promise<Part>) => Promise<Part>;

/** What comes in chunks of its own, when a page needs it. */
export function createPartLoaders(
	{ analytics, basePath, icons }: PublicConfig,
	loadPart: LoadPart,
) {
	return {
		analyticsClient: () =>
			loadPart(() =>
				Promise.all([
					import("./analytics/analytics-client.ts"),
					analytics.measure && import("./analytics/measure-visits.ts"),
					analytics.webVitals && import("./analytics/web-vitals.ts"),
				]),
			).then(
				([{ createAnalyticsClient }, measures]) =>
					(options: AnalyticsClientOptions) =>
						createAnalyticsClient({ ...options, startMeasures: measures?.measureVisits }),
			),
		background: (parts: BackgroundParts) =>
			loadPart(() => import("./background.ts")).then((part) => part.createBackground(parts)),
		consent: () =>
			loadPart(() => import("./analytics/consent-keeper.ts")).then(
				(part) => part.createConsentKeeper,
			),
		iconClient: () =>
			loadPart(() => import("./appearance/icon-client.ts")).then((part) =>
				part.createIconClient({ basePath, publicFallback: icons.publicFallback }),
			),
		liveParts: (options: LivePartsOptions) =>
			loadPart(() => import("./analytics/live-parts.ts")).then((part) =>
				part.createLiveParts(options),
			),
		pageFlags: (options: PageFlagsOptions) =>
			loadPart(() => import("./analytics/page-flags.ts")).then((part) =>
				part.createPageFlags(options),
			),
		followContent: (parts: FollowContentParts) =>
			loadPart(() => import("./freshness/follow-content.ts")).then((part) =>
				part.followContent(parts),
			),
	};
}

import type { PublicConfig } from "../../../shared/page/public-config.ts";
import type { Clock } from "../browser-clock.ts";
import { createFreshness } from "./freshness.ts";

export interface WatchBuildsParts {
	readonly page: Window;
	readonly config: PublicConfig;
	readonly clock: Clock;
	/** Called with the build that the server runs. */
	readonly onBuild: (buildId: string) => void;
}

/** Watches builds in a tab. */
export function watchBuilds({ page, config, clock, onBuild }: WatchBuildsParts): void {
	const { document } = page;
	const freshness = createFreshness({
		pollMs: config.freshness.pollSeconds * 1000,
		clock,
		random: Math.random,
		isVisible: () => document.visibilityState === "visible",
		onBuild,
		onFailure: (error) => console.warn("The live build could not be asked for", error),
		async fetchLatest() {
			const { fetchLatestBuild, siteClient } = await import("./site-client.ts");
			return fetchLatestBuild(siteClient(config), Date.now());
		},
	});
	freshness.start();
	document.addEventListener("visibilitychange", freshness.visibilityChanged);
	page.addEventListener("pageshow", ({ persisted }) => {
		if (persisted) freshness.visibilityChanged();
	});
}

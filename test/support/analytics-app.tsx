import { type ReactElement, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { createAnalytics } from "../../src/app/client/analytics.ts";
import { createAnalyticsClient } from "../../src/app/client/analytics-client.ts";
import { createConsentKeeper } from "../../src/app/client/consent-keeper.ts";
import { type Analytics, AnalyticsContext } from "../../src/app/components/analytics-context.ts";
import { useAnalytics } from "../../src/app/components/use-analytics.ts";
import { useFlag } from "../../src/app/components/use-flag.ts";

/** What this module leaves in `window`. */
export interface AnalyticsApp {
	startApp: (key: string, host: string) => void;
	/** What `useAnalytics()` has given the page, once that is started. */
	analytics: Pick<Analytics, "capture" | "identify" | "reset">;
}

declare global {
	interface Window extends AnalyticsApp {}
}

window.startApp = startApp;

/** Bundled into a page by the tests of the hooks: a page that tells and asks. */
function startApp(key: string, host: string): void {
	const analytics = createAnalytics({
		page: window,
		config: { analytics: { key, host, honorDoNotTrack: true }, basePath: "" },
		loadClient: async () => createAnalyticsClient,
		loadConsent: async () => createConsentKeeper,
	});
	const container = document.body.appendChild(document.createElement("main"));
	createRoot(container).render(
		<AnalyticsContext value={analytics}>
			<Page />
		</AnalyticsContext>,
	);
	analytics.start();
}

function Page(): ReactElement {
	const analytics = useAnalytics();
	useLayoutEffect(() => {
		window.analytics = analytics;
	}, [analytics]);
	return <output>{String(useFlag("layout"))}</output>;
}

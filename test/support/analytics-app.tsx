import { type ReactElement, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { createAnalytics } from "../../src/app/client/analytics/analytics.ts";
import { createAnalyticsClient } from "../../src/app/client/analytics/analytics-client.ts";
import { createConsentKeeper } from "../../src/app/client/analytics/consent-keeper.tsx";
import { AnalyticsContext } from "../../src/app/components/analytics-context.ts";
import { Flag } from "../../src/app/components/flag.tsx";
import { type UsedAnalytics, useAnalytics } from "../../src/app/components/use-analytics.ts";
import { useFlag, useFlagState } from "../../src/app/components/use-flag.ts";

/** What this module leaves in `window`. */
export interface AnalyticsApp {
	startApp: (key: string, host: string) => void;
	/** What `useAnalytics()` has given the page, once that is started. */
	analytics: UsedAnalytics;
}

declare global {
	interface Window extends AnalyticsApp {}
}

window.startApp = startApp;

/** Bundled into a page by the tests of the hooks: a page that tells and asks. */
function startApp(key: string, host: string): void {
	const analytics = createAnalytics({
		page: window,
		buildId: "build-1",
		config: { analytics: { key, host, honorDoNotTrack: true }, basePath: "" },
		loadClient: async () => createAnalyticsClient,
		loadConsent: async () => (options) =>
			createConsentKeeper({ ...options, showOverlay: () => () => undefined }),
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
	const { identity } = analytics;
	return (
		<>
			<output>{String(useFlag("layout"))}</output>
			<p id="identity">{identity.kind === "identified" ? identity.id : identity.kind}</p>
			<p id="state">{JSON.stringify(useFlagState("layout"))}</p>
			<p id="wide">
				<Flag name="layout" variant="wide" fallback="The usual layout">
					The wide layout
				</Flag>
			</p>
			<p id="any">
				<Flag name="layout">A new layout</Flag>
			</p>
		</>
	);
}

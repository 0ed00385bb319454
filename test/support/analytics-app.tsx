import { type ReactElement, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { createAnalytics } from "../../src/app/client/analytics/analytics.ts";
import { createAnalyticsClient } from "../../src/app/client/analytics/analytics-client.ts";
import { createConsentKeeper } from "../../src/app/client/analytics/consent-keeper.tsx";
import { AnalyticsContext } from "../../src/app/components/analytics-context.ts";
import { Flag } from "../../src/app/components/flag.tsx";
import { type UsedAnalytics, useAnalytics } from "../../src/app/components/use-analytics.ts";
import { useFlag, useFlagState } from "../../src/app/components/use-flag.ts";

/** Properties that this module sets on `window`. */
export interface AnalyticsApp {
	startApp: (key: string, host: string) => void;
	/** Result of `useAnalytics()`, set after the page has started. */
	analytics: UsedAnalytics;
}

declare global {
	interface Window extends AnalyticsApp {}
}

window.startApp = startApp;

/** Renders a page that uses the analytics hooks. The tests of the hooks bundle it into a page. */
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

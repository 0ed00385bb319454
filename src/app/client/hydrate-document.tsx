import { type ReactElement, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { APP_ELEMENT_ID } from "../../shared/page/public-config.ts";
import { AnalyticsContext } from "../components/analytics-context.ts";
import { ColorModeContext } from "../components/color-mode-control.tsx";
import { IconContext } from "../components/icon.tsx";
import { NavigationContext } from "../components/navigation-context.ts";
import { OverlayContext } from "../components/overlay-context.ts";
import { RuntimeConfigContext } from "../runtime-config.ts";
import { createBrowserApp } from "./browser-app.ts";
import { readState, withLines } from "./read-state.ts";

/**
 * Creates the app and hydrates the document.
 *
 * The build puts this module and everything that it needs into one chunk, which late chunks import.
 *
 * @throws {Error} When the document has no element for the app.
 */
export async function hydrateDocument(page: Window): Promise<void> {
	const container = page.document.getElementById(APP_ELEMENT_ID);
	if (container === null) throw new Error(`The document has no element "${APP_ELEMENT_ID}"`);
	const app = await createBrowserApp(page, await withLines(page, readState(page.document)));
	hydrateRoot(container, <BrowserRoot app={app} />);
}

interface BrowserRootProps {
	readonly app: Awaited<ReturnType<typeof createBrowserApp>>;
}

/** Starts the app after hydration: an earlier announcement would be a hydration mismatch. */
function BrowserRoot({ app }: BrowserRootProps): ReactElement {
	useLayoutEffect(() => queueMicrotask(app.start), [app]);
	return (
		<ColorModeContext value={app.colorMode}>
			<IconContext value={app.icons}>
				<RuntimeConfigContext value={app.config}>
					<AnalyticsContext value={app.analytics}>
						<NavigationContext value={app.navigation}>
							<OverlayContext value={app.overlays}>
								<RouterProvider router={app.router} />
							</OverlayContext>
						</NavigationContext>
					</AnalyticsContext>
				</RuntimeConfigContext>
			</IconContext>
		</ColorModeContext>
	);
}

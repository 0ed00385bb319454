import "./styles/palettes.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/header.css";
import "./styles/color-mode.css";
import "./styles/disclosure.css";
import "./styles/navigation.css";
import "./styles/frame.css";
import "./styles/contents.css";
import "./styles/neighbors.css";
import "./styles/footer.css";
import "./styles/error-page.css";
import "./styles/transitions.css";
import "./styles/content.css";
import "./styles/code.css";
import "./styles/cards.css";
import "./styles/analytics.css";
import "./styles/notice.css";
import "./styles/print.css";
import { type ReactElement, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { APP_ELEMENT_ID } from "../shared/page/public-config.ts";
import { createBrowserApp } from "./client/browser-app.ts";
import { readState } from "./client/read-state.ts";
import { AnalyticsContext } from "./components/analytics-context.ts";
import { ColorModeContext } from "./components/color-mode-control.tsx";
import { IconContext } from "./components/icon.tsx";
import { NavigationContext } from "./components/navigation-context.ts";
import { OverlayContext } from "./components/overlay-context.ts";
import { RuntimeConfigContext } from "./runtime-config.ts";

const container = document.getElementById(APP_ELEMENT_ID);
if (container === null) throw new Error(`The document has no element "${APP_ELEMENT_ID}"`);

const app = await createBrowserApp(window, readState(document));
hydrateRoot(container, <BrowserRoot />);

/** Starts the app after hydration: an earlier announcement would be a hydration mismatch. */
function BrowserRoot(): ReactElement {
	useLayoutEffect(() => queueMicrotask(app.start), []);
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

import type { ComponentType, ReactElement } from "react";
import { createBrowserRouter, useRouteError } from "react-router";
import { projectPath } from "./api/request.ts";
import { SkeletonRows } from "./components/state-notices.tsx";
import { Frame } from "./frame/frame.tsx";
import { Overview } from "./screens/overview/overview.tsx";

/** Path of the dashboard in the service; other paths belong to the API and the PostHog protocol. */
const BASE_PATH = "/dashboard";

const SHARE_PATH = "/share";

/** Routes of the dashboard, or of share links for people without a session. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
	const project = projectPath();
	if (!location.pathname.startsWith(`${project}${SHARE_PATH}/`)) return createDashboard(project);
	const share = lazyScreen(":id", () => import("./screens/share.tsx"), "Share");
	return createBrowserRouter([{ ...share, HydrateFallback: Loading }], {
		basename: project + SHARE_PATH,
	});
}

/** The overview is in the first bundle; other screens load when opened. */
function createDashboard(project: string): ReturnType<typeof createBrowserRouter> {
	const screens = [
		{ index: true, Component: Overview },
		lazyScreen("behavior", () => import("./screens/behavior/behavior.tsx"), "Behavior"),
		lazyScreen("problems", () => import("./screens/problems.tsx"), "Problems"),
		lazyScreen("errors", () => import("./screens/errors.tsx"), "Errors"),
		lazyScreen("content", () => import("./screens/content.tsx"), "Content"),
		lazyScreen("explore", () => import("./screens/explore/explore.tsx"), "Explore"),
		lazyScreen("live", () => import("./screens/live.tsx"), "Live"),
		lazyScreen("events", () => import("./screens/events.tsx"), "Events"),
		lazyScreen("people", () => import("./screens/people/people.tsx"), "People"),
		lazyScreen("people/:id", () => import("./screens/people/one-person.tsx"), "OnePerson"),
		lazyScreen("flags", () => import("./screens/flags/flags.tsx"), "Flags"),
		lazyScreen("flags/:key", () => import("./screens/flags/one-flag.tsx"), "OneFlag"),
		lazyScreen("new-flag", () => import("./screens/flags/new-flag.tsx"), "NewFlag"),
		lazyScreen("settings/:part?", () => import("./screens/settings/settings.tsx"), "Settings"),
		lazyScreen("start", () => import("./screens/start.tsx"), "Start"),
		lazyScreen("*", () => import("./components/missing-screen.tsx"), "MissingScreen"),
	];
	const invitation = lazyScreen(
		"/invitation",
		() => import("./screens/invitation.tsx"),
		"Invitation",
	);
	return createBrowserRouter(
		[
			{
				path: "/",
				Component: Frame,
				HydrateFallback: Loading,
				children: [{ ErrorBoundary: BrokenScreen, children: screens }],
			},
			{ ...invitation, HydrateFallback: Loading },
		],
		{ basename: project + BASE_PATH },
	);
}

/** @param name The component in the module. */
function lazyScreen<Name extends string>(
	path: string,
	load: () => Promise<Readonly<Record<Name, ComponentType>>>,
	name: Name,
) {
	return { path, lazy: { Component: async () => (await load())[name] } };
}

function Loading() {
	return (
		<main className="loading">
			<SkeletonRows count={8} />
		</main>
	);
}

/** Shown instead of a screen that fails to load or render. Other screens still work. */
function BrokenScreen(): ReactElement {
	const error = useRouteError();
	return (
		<div className="notice notice-danger" role="alert">
			<h1 tabIndex={-1}>This screen could not be loaded</h1>
			<p>{error instanceof Error ? error.message : String(error)}</p>
			<p>A newer version may have been installed since this tab was opened.</p>
			<button type="button" className="button" onClick={() => location.reload()}>
				Reload
			</button>
		</div>
	);
}

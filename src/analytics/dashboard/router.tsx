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
	const share = lazyScreen(":id", async () => (await import("./screens/share.tsx")).Share);
	return createBrowserRouter([{ ...share, HydrateFallback: Loading }], {
		basename: project + SHARE_PATH,
	});
}

/** The overview is in the first bundle; other screens load when opened. */
function createDashboard(project: string): ReturnType<typeof createBrowserRouter> {
	const screens = [
		{ index: true, Component: Overview },
		lazyScreen("behavior", async () => (await import("./screens/behavior/behavior.tsx")).Behavior),
		lazyScreen("problems", async () => (await import("./screens/problems.tsx")).Problems),
		lazyScreen("errors", async () => (await import("./screens/errors.tsx")).Errors),
		lazyScreen("content", async () => (await import("./screens/content.tsx")).Content),
		lazyScreen("explore", async () => (await import("./screens/explore/explore.tsx")).Explore),
		lazyScreen("live", async () => (await import("./screens/live.tsx")).Live),
		lazyScreen("events", async () => (await import("./screens/events.tsx")).Events),
		lazyScreen("people", async () => (await import("./screens/people/people.tsx")).People),
		lazyScreen(
			"people/:id",
			async () => (await import("./screens/people/one-person.tsx")).OnePerson,
		),
		lazyScreen("flags", async () => (await import("./screens/flags/flags.tsx")).Flags),
		lazyScreen("flags/:key", async () => (await import("./screens/flags/one-flag.tsx")).OneFlag),
		lazyScreen("new-flag", async () => (await import("./screens/flags/new-flag.tsx")).NewFlag),
		lazyScreen(
			"settings/:part?",
			async () => (await import("./screens/settings/settings.tsx")).Settings,
		),
		lazyScreen("start", async () => (await import("./screens/start.tsx")).Start),
		lazyScreen("*", async () => (await import("./components/missing-screen.tsx")).MissingScreen),
	];
	const invitation = lazyScreen(
		"/invitation",
		async () => (await import("./screens/invitation.tsx")).Invitation,
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

function lazyScreen(path: string, load: () => Promise<ComponentType>) {
	return { path, lazy: { Component: load } };
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

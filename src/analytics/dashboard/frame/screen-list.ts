import type { IconName } from "../components/icon.tsx";

export interface ScreenEntry {
	/** Below the dashboard's own path. */
	readonly path: string;
	readonly label: string;
	readonly icon: IconName;
	/** Pressed after G. */
	readonly shortcut: string;
}

export const SCREENS: readonly ScreenEntry[] = [
	{ path: "/", label: "Overview", icon: "overview", shortcut: "o" },
	{ path: "/explore", label: "Explore", icon: "explore", shortcut: "x" },
	{ path: "/behavior", label: "Behavior", icon: "behavior", shortcut: "b" },
	{ path: "/problems", label: "Problems", icon: "problems", shortcut: "p" },
	{ path: "/errors", label: "Errors", icon: "errors", shortcut: "a" },
	{ path: "/content", label: "Content", icon: "search", shortcut: "r" },
	{ path: "/live", label: "Live", icon: "live", shortcut: "l" },
	{ path: "/events", label: "Events", icon: "events", shortcut: "e" },
	{ path: "/people", label: "People", icon: "people", shortcut: "u" },
	{ path: "/flags", label: "Flags", icon: "flags", shortcut: "f" },
	{ path: "/settings", label: "Settings", icon: "settings", shortcut: "s" },
	{ path: "/start", label: "Connect", icon: "start", shortcut: "c" },
];

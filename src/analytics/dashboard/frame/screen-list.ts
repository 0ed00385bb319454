/** Paths relative to the dashboard's path. A shortcut is the key after G. */
export const SCREENS = [
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
] as const;

/** Clients for apps, by the name in `$lib`. Their events are visits without an address of a page. */
export const APP_LIBRARIES: ReadonlySet<unknown> = new Set([
	"posthog-android",
	"posthog-flutter",
	"posthog-ios",
	"posthog-react-native",
]);

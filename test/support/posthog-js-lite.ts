/** Bundled into a page by the tests of that client. */
export { PostHog } from "posthog-js-lite";

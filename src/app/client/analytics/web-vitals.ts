/**
 * The web vitals of posthog-js. The client would load this script from the service, which the
 * policy forbids for another origin.
 */
import "posthog-js/dist/web-vitals.js";

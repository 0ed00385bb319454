/**
 * The web vitals of posthog-js. The client would load this script from the service, and the content
 * security policy blocks scripts of another origin.
 */
import "posthog-js/dist/web-vitals.js";

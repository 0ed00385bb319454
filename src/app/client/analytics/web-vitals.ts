/**
 * The measuring part of posthog-js, from the same package. The client would fetch it as a
 * script from the service; as a chunk of ours it also works where that is another origin,
 * whose scripts the policy forbids.
 */
import "posthog-js/dist/web-vitals.js";

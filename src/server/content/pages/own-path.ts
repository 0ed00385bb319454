/**
 * Paths at which the server answers by itself: probes, assets, islands, icons and analytics.
 * Without base path.
 */
export const OWN_PATH =
	/^\/(?:healthz|readyz|metrics|_nuxt\/.*|__nuxt_island\/.*|api\/_nuxt_icon\/.*|_loggia\/.*|ingest\/.*)$/;

import { randomBytes } from "node:crypto";

export const PROJECT_KEY = "phc_bench";

export const API_KEY = "bench-api-key-of-the-service";

/** A page view as posthog-js 1.215.1 sends it immediately: two kilobytes of JSON with unique ids. */
export function pageViewBody(index: number): string {
	return JSON.stringify(pageView(index));
}

/**
 * A batch of page views, such as a proxy that collects them would send.
 *
 * @param viewsEach Number of views of each visitor, in one session.
 */
export function pageViewBatchBody(size: number, viewsEach = 1): string {
	let visitor = newVisitor();
	const batch = Array.from({ length: size }, (_, index) => {
		if (index % viewsEach === 0) visitor = newVisitor();
		return pageView(index, visitor);
	});
	return JSON.stringify({ api_key: PROJECT_KEY, batch, sent_at: new Date().toISOString() });
}

function pageView(index: number, visitor = newVisitor()): object {
	const id = uuid();
	return {
		uuid: id,
		event: "$pageview",
		timestamp: new Date().toISOString(),
		properties: {
			...BROWSER_PROPERTIES,
			...UNSET_CAMPAIGN,
			...visitor,
			...pageProperties(index, id),
		},
	};
}

/** Ids with which a client identifies its visitor and the session. */
function newVisitor(): object {
	const id = uuid();
	return { distinct_id: id, $device_id: id, $session_id: uuid(), $window_id: uuid() };
}

function pageProperties(index: number, id: string): object {
	return {
		token: PROJECT_KEY,
		$pageview_id: id,
		$insert_id: randomBytes(8).toString("hex"),
		$time: Date.now() / 1_000,
		$current_url: `https://docs.example.org/guide/page-${index % 300}?utm_source=news&session=ab12`,
		$pathname: `/guide/page-${index % 300}`,
		title: `Page ${index % 300} | Example`,
		$referrer: `https://site-${index % 50}.example/`,
		$referring_domain: `site-${index % 50}.example`,
		$viewport_width: 1_000 + (index % 400),
	};
}

const BROWSER_PROPERTIES = {
	$os: "Mac OS X",
	$os_version: "10.15.7",
	$browser: "Chrome",
	$browser_version: 156,
	$device_type: "Desktop",
	$browser_language: "en-US",
	$browser_language_prefix: "en",
	$timezone: "Europe/Berlin",
	$host: "docs.example.org",
	$raw_user_agent: "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36",
	$screen_width: 1728,
	$screen_height: 1117,
	$viewport_height: 966,
	$lib: "web",
	$lib_version: "1.215.1",
	$configured_session_timeout_ms: 1_800_000,
	$initial_person_info: { r: "$direct", u: "https://docs.example.org/" },
	$recording_status: "disabled",
	$lib_custom_api_host: "/ingest",
	$is_identified: false,
	$process_person_profile: false,
	$lib_rate_limit_remaining_tokens: 99,
	$autocapture_disabled_server_side: true,
	$web_vitals_enabled_server_side: false,
	$exception_capture_enabled_server_side: false,
	$dead_clicks_enabled_server_side: false,
	$active_feature_flags: [],
};

const UNSET_CAMPAIGN = Object.fromEntries(
	[
		...["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "gad_source"],
		...["mc_cid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid"],
		...["twclid", "li_fat_id", "igshid", "ttclid", "rdt_cid", "irclid", "_kx"],
	].map((key) => [key, null]),
);

/** Returns a version 7 id, as every client makes it. */
function uuid(): string {
	const time = Date.now().toString(16).padStart(12, "0");
	const random = randomBytes(10).toString("hex");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

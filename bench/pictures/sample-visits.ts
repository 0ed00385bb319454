const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 75;
const VISITORS_A_DAY = 240;
const ORIGIN = "https://docs.example.org";

/** A line of an import in the format of the analytics service. */
export interface SampleEvent {
	readonly uuid: string;
	readonly event: string;
	readonly distinct_id: string;
	readonly timestamp: string;
	readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * Generates page views of some weeks for a site that grows, with weekends. Returns the same views
 * for the same day.
 *
 * @param now Milliseconds since the Unix epoch; no view is later.
 */
export function sampleVisits(now: number): readonly SampleEvent[] {
	const random = pseudoRandom(7);
	const today = Math.floor(now / DAY_MS);
	const days = Array.from({ length: DAYS }, (_, index) => today - DAYS + 1 + index);
	return days
		.flatMap((day) => arrivals(day, (DAYS - (today - day)) / DAYS, random))
		.flatMap((start) => visitor(start, random))
		.filter(({ timestamp }) => Date.parse(timestamp) <= now);
}

/** Returns arrival times of a day's visitors: more as the site grows, and fewer at a weekend. */
function arrivals(day: number, age: number, random: () => number): readonly number[] {
	const weekday = new Date(day * DAY_MS).getUTCDay();
	const level = (weekday % 6 === 0 ? 0.6 : 1) * (0.6 + 0.6 * age) * (0.9 + 0.2 * random());
	return Array.from(
		{ length: Math.round(VISITORS_A_DAY * level) },
		() => day * DAY_MS + (4 + 7 * (random() + random())) * HOUR_MS,
	);
}

/** Returns the visits of one visitor on one day; about one in five visitors returns after three hours. */
function visitor(start: number, random: () => number): readonly SampleEvent[] {
	const distinctId = uuidOf(random);
	const traits = {
		$browser: pick(BROWSERS, random),
		$os: pick(SYSTEMS, random),
		$device_type: pick(DEVICES, random),
		$browser_language: pick(LANGUAGES, random),
		$referrer: pick(REFERRERS, random),
	};
	const starts = random() < 0.2 ? [start, start + 3 * HOUR_MS] : [start];
	return starts.flatMap((visitStart) =>
		Array.from({ length: pick([1, 2, 3, 5, 8], random) }, (_, step): SampleEvent => {
			const path = pick(PATHS, random);
			return {
				uuid: uuidOf(random),
				event: "$pageview",
				distinct_id: distinctId,
				timestamp: new Date(visitStart + step * (0.5 + random()) * MINUTE_MS).toISOString(),
				properties: {
					...traits,
					$current_url: ORIGIN + path,
					$pathname: path,
					$lib: "web",
					$process_person_profile: false,
				},
			};
		}),
	);
}

/** Prefers the first items of a list. */
function pick<Item>(items: readonly [Item, ...Item[]], random: () => number): Item {
	return items[Math.floor(random() ** 2 * items.length)] ?? items[0];
}

function uuidOf(random: () => number): string {
	const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Returns a generator of numbers from 0 to 1, which are the same for the same seed. */
function pseudoRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const PATHS = [
	"/",
	"/start",
	"/start/first-site",
	"/write/markdown",
	"/configure",
	"/deploy/containers",
	"/write/pages",
	"/analytics",
	"/reference/settings",
	"/deploy/upgrades",
	"/start/existing-folder",
	"/extend/react-page",
] as const;
const REFERRERS = [
	"",
	"https://www.google.com/",
	"https://github.com/",
	"https://news.ycombinator.com/",
	"https://duckduckgo.com/",
	"https://lobste.rs/",
	"https://www.bing.com/",
	"https://mastodon.social/",
] as const;
const BROWSERS = ["Chrome", "Firefox", "Safari", "Microsoft Edge", "Opera"] as const;
const SYSTEMS = ["Linux", "Mac OS X", "Windows", "Android", "iOS"] as const;
const DEVICES = ["Desktop", "Desktop", "Mobile", "Tablet"] as const;
const LANGUAGES = ["en-US", "en-GB", "de-DE", "fr-FR", "pt-BR", "ja-JP"] as const;

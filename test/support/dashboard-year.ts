import { randomInt } from "node:crypto";
import { withChannel } from "../../src/analytics/ingest/channel.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import type { NewEvent, PersonAction } from "../../src/analytics/store/new-event.ts";
import { type NewPageView, newPageView, numberedUuid } from "./new-event.ts";
import { pseudoRandom } from "./pseudo-random.ts";
import { readFixture } from "./read-fixture.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface DashboardYearOptions {
	/** Milliseconds since the Unix epoch; no event is later. */
	readonly now: number;
	readonly days: number;
	readonly visitsPerDay: number;
}

/** Event name that would run if it were rendered as markup. */
const MARKUP_EVENT = '<img src=x onerror="document.title=1">';
export const MARKUP_PAGE = "/<script>document.title=2</script>";

type Words = "pages" | "links" | "files" | "issues" | "missing" | "referrers" | "browsers";

interface YearWords extends Readonly<Record<Words | "systems" | "languages", readonly string[]>> {
	/** Source, medium and name; null for a visit without a campaign. */
	readonly campaigns: readonly (readonly [string, string, string] | null)[];
}

const WORDS = readFixture<never, YearWords>("dashboard-year.yaml");

/**
 * Fills a store with typical data of a site: quieter weekends, growth, campaigns, missing pages,
 * custom events, people who signed in, and bots.
 */
export function writeDashboardYear(store: AnalyticsStore, options: DashboardYearOptions): void {
	const { now, days, visitsPerDay } = options;
	const random = pseudoRandom(days + visitsPerDay);
	const today = Math.floor(now / DAY_MS);
	for (let day = today - days + 1; day <= today; day += 1) {
		const weekday = new Date(day * DAY_MS).getUTCDay();
		const age = (day - (today - days)) / days;
		const level = (weekday === 0 || weekday === 6 ? 0.55 : 1) * (0.5 + 0.7 * age);
		const visits = Math.round(visitsPerDay * level * (0.85 + 0.3 * random()));
		const events = Array.from({ length: visits }, () => visitEvents(day, random)).flat();
		store.writeBatch(
			events
				.filter(({ timestamp }) => timestamp <= now)
				.toSorted((a, b) => a.timestamp - b.timestamp),
		);
	}
}

function visitEvents(day: number, random: () => number): readonly NewEvent[] {
	const pick = <Item>(items: readonly Item[]): Item =>
		// Earlier items are more frequent. The index is always below the length.
		items[Math.floor(random() ** 2.2 * items.length)] as Item;
	const visitor = randomInt(1, 2 ** 47);
	const distinctId = random() < 0.12 ? `user-${Math.floor(random() * 90)}` : uuidOf(random);
	const start = day * DAY_MS + (6 + 16 * Math.sqrt(random())) * HOUR_MS;
	const campaign = pick(WORDS.campaigns);
	const traits = withChannel({
		referrer: pick(WORDS.referrers),
		browser: pick(WORDS.browsers),
		os: pick(WORDS.systems),
		device: pick(["Desktop", "Mobile", "Tablet"]),
		language: pick(WORDS.languages),
		...(campaign === null
			? {}
			: { utm_source: campaign[0], utm_medium: campaign[1], utm_campaign: campaign[2] }),
	});
	const count = pick([1, 2, 3, 5, 8]);
	const views = Array.from({ length: count }, (_, step): NewEvent => {
		const isMissing = random() < 0.03;
		const page = isMissing ? pick(WORDS.missing) : pick(WORDS.pages);
		return yearEvent(random, {
			event: "$pageview",
			distinctId,
			timestamp: start + step * (20_000 + random() * 4 * MINUTE_MS),
			properties: { $pathname: page, $current_url: `https://docs.example${page}`, $lib: "web" },
			visit: { visitor, page, status: isMissing ? "404" : "200", traits },
		});
	});
	const events = [...views, ...measuredEvents(views, day)];
	if (random() < 0.25) {
		const event = pick(["signed up", "searched", "copied code", "downloaded", MARKUP_EVENT]);
		const plan = pick(["free", "team", "enterprise", "<b>bold</b>"]);
		const seats = Math.ceil(random() * 20);
		const own = yearEvent(random, {
			event,
			distinctId,
			timestamp: start + 30_000,
			properties: { plan, seats, $pathname: "/pricing", $lib: "web" },
			person: distinctId.startsWith("user-") ? identified(distinctId, plan) : undefined,
			visit: { visitor, page: "/pricing", status: undefined, traits },
		});
		events.push(own);
	}
	if (random() < 0.05) {
		const bot = yearEvent(random, {
			event: "$pageview",
			distinctId: uuidOf(random),
			timestamp: start,
			properties: { $pathname: "/", $lib: "web" },
			visit: undefined,
		});
		events.push({ ...bot, bot: pick(["Googlebot", "bingbot", "GPTBot", "AhrefsBot"]) });
	}
	return events;
}

/** Events of optional measurements. Their own random numbers leave the other events unchanged. */
function measuredEvents(views: readonly NewEvent[], day: number): readonly NewEvent[] {
	const random = pseudoRandom(day + views.length * 7 + (views[0]?.timestamp ?? 0));
	return views.flatMap((view) => {
		const { distinctId, timestamp, visit } = view;
		const tell = (event: string, properties: NewEvent["properties"]): NewEvent =>
			yearEvent(random, {
				event,
				distinctId,
				timestamp: timestamp + 15_000,
				properties: { ...view.properties, ...properties },
				visit: visit && { ...visit, page: undefined },
			});
		const left = {
			$prev_pageview_pathname: visit?.page,
			$prev_pageview_duration: Math.round(random() * 900) / 10,
			$prev_pageview_max_content_percentage: Math.round(20 + random() * 80) / 100,
		};
		const speed = Object.fromEntries(
			Object.entries({ LCP: 5_000, INP: 520, CLS: 0.3, FCP: 3_100 }).map(([name, worst]) => [
				`$web_vitals_${name}_value`,
				Math.round(worst * random() * 1_000) / 1_000,
			]),
		);
		return [
			tell("$pageleave", left),
			...(random() < 0.3 ? [tell("$web_vitals", speed)] : []),
			...(random() < 0.1 ? [tell("outbound_link", { link_url: oneOf(WORDS.links, random) })] : []),
			...(random() < 0.05 ? [tell("file_download", { link_url: oneOf(WORDS.files, random) })] : []),
			...(random() < 0.03
				? [tell("$exception", { $exception_issue: oneOf(WORDS.issues, random) })]
				: []),
		];
	});
}

function oneOf(items: readonly string[], random: () => number): string {
	return items[Math.floor(random() ** 2 * items.length)] ?? "";
}

function identified(distinctId: string, plan: string): PersonAction {
	return {
		change: {
			set: { email: `${distinctId}@example.org`, plan },
			setOnce: { first_seen_on: "docs.example" },
			unset: [],
		},
		merge: { kind: "identify", otherDistinctId: `anonymous-${distinctId}` },
	};
}

function yearEvent(random: () => number, facts: NewPageView & { timestamp: number }): NewEvent {
	const timestamp = Math.round(facts.timestamp);
	const times = { timestamp, receivedAt: timestamp + 40 };
	const personChange = facts.person?.change;
	return newPageView({ ...facts, ...times, personChange, uuid: uuidOf(random) });
}

/** A UUID from the generator's numbers, the same in each run. */
function uuidOf(random: () => number): string {
	const [high, low] = [random(), random()].map((part) => Math.floor(part * 2 ** 24));
	return numberedUuid(Number(high) * 2 ** 24 + Number(low));
}

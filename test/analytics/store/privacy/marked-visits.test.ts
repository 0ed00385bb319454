import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { backUpStore } from "../../../../src/analytics/store/file/back-up-store.ts";
import { HOUR_MS } from "../../../../src/analytics/store/totals/roll-up.ts";
import { PROJECT_KEY, testAnalytics } from "../../../support/analytics-service.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { type RecordedEvent, recordedEvents } from "../../../support/recorded-events.ts";
import { visitor } from "../../../support/visitor.ts";

const { visits } = lengthsOf("test/analytics/store/privacy/marked-visits.test.ts");
/** What must never be stored, in spellings of which each visit has others. */
const ATTACKS: { readonly secrets: readonly string[]; readonly addresses: readonly string[] } =
	JSON.parse(readFileSync("test/fixtures/analytics/privacy-attacks.json", "utf8"));
const ADDRESSES = ATTACKS.addresses.filter((text) => text.includes("203.0.113.77"));
/** As an attacker, a careless program or a heatmap would write it. */
const PRIVATE = [...ATTACKS.secrets, ...ADDRESSES, "Mozilla/5.0 (X11) PrivateBrowser/7"];
const NEVER = ["s3cret", "203.0.113.77", "PrivateBrowser"];
/** What is stored of a person while they are, and is theirs alone. */
const OWN = ["own-id", "own-key", "own-value", "own-group", "own-set", "own-event", "own-page"];
const NO_LIMITS = { retentionDays: 400, maxFileBytes: 1e12 };

test("nothing private of marked visits is in file, log or backup, and of erased persons nothing at all", async () => {
	const analytics = await markedVisits();
	const { store } = analytics;
	expect(await foundIn(analytics.path, NEVER)).toEqual([]);
	for (const mark of NEVER) expect(analytics.logLines.join("")).not.toContain(mark);
	expect(await foundIn(analytics.path, ["own-id", "own-group"])).toEqual(["own-id", "own-group"]);

	for (let person = 0; person < PERSONS; person += 1) store.erasePerson(`own-id-${person}`);

	expect(store.events.count()).toBe(0);
	expect(await foundIn(analytics.path, [...NEVER, ...OWN])).toEqual([]);
});

test("after retention, what is left of marked visits is totals without identity", async () => {
	const analytics = await markedVisits();
	const { store, clock } = analytics;

	const end = clock.now + 500 * 24 * HOUR_MS;
	for (let hour = 0; hour < 1_000; hour += 1) {
		const isDone = store.events.count() === 0;
		store.maintain(NO_LIMITS, end + hour * HOUR_MS);
		if (isDone) break;
	}

	expect(store.events.count()).toBe(0);
	// Names of events and pages are counted for good.
	const own = OWN.filter((mark) => mark !== "own-event" && mark !== "own-page");
	expect(await foundIn(analytics.path, [...NEVER, ...own])).toEqual([]);
	expect(await foundIn(analytics.path, ["own-page"])).toEqual(["own-page"]);
});

const PERSONS = 7;

async function markedVisits() {
	const analytics = testAnalytics();
	const recorded = recordedEvents();
	for (let index = 0; index < visits; index += 1) {
		// There are some dozen.
		const event = recorded[index % recorded.length] as RecordedEvent;
		const sender = visitor({ address: "203.0.113.77", userAgent: "Mozilla/5.0 PrivateBrowser/7" });
		const response = await sender.send(analytics.service, marked(event, index));
		expect(response.statusCode).toBe(200);
	}
	// Recordings and duplicates of persons' changes are not stored.
	expect(analytics.store.events.count()).toBeGreaterThan(visits / 2);
	return analytics;
}

/** The event with marks in every place in which a text can stand. */
function marked({ event, raw, properties }: RecordedEvent, index: number): object {
	const turn = <Item>(list: readonly Item[], shift: number): Item =>
		// The list is not empty.
		list[(index + shift) % list.length] as Item;
	const secret = (shift: number): string => turn(PRIVATE, shift);
	const address = turn(ADDRESSES, 0);
	const person = index % PERSONS;
	const sets = {
		[`own-set-${person}`]: `own-value-${person}`,
		[secret(3)]: secret(4),
		at: address,
	};
	return {
		...raw,
		api_key: PROJECT_KEY,
		token: undefined,
		uuid: crypto.randomUUID(),
		timestamp: undefined,
		offset: undefined,
		distinct_id: undefined,
		event: index % 5 === 0 ? `own-event-${person} ${secret(5)}` : event,
		$set: sets,
		$set_once: sets,
		$unset: [secret(6)],
		properties: {
			...withSecrets(properties, secret),
			token: PROJECT_KEY,
			distinct_id: `own-id-${person}`,
			$process_person_profile: true,
			$anon_distinct_id: undefined,
			alias: undefined,
			$browser_type: undefined,
			[`own-key-${person}`]: `own-value-${person}`,
			[secret(7)]: secret(8),
			[address]: address,
			$current_url: `https://site.example/own-page-${person}?token=s3cret&page=${encodeURIComponent(secret(9))}`,
			$referrer: secret(10),
			utm_campaign: secret(11),
			$elements_chain: `a:attr__href="${secret(20)}"text="x"`,
			$browser: secret(21),
			$browser_language: secret(22),
			$pathname: secret(23),
			$referring_domain: secret(24),
			utm_term: secret(25),
			list: [[secret(26)], { deep: [secret(27)] }],
			$groups: { company: `own-group-${person}`, [secret(28)]: secret(29) },
			$group_type: "company",
			$group_key: index % 2 === 0 ? `own-group-${person}` : secret(30),
			$group_set: { [`own-set-${person}`]: `own-value-${person}`, [secret(12)]: secret(13) },
			$prev_pageview_pathname: `/own-page-${person}?token=s3cret`,
			link_url: `https://user:s3cret@files.example/own-page-${person}?token=s3cret`,
			search_words: secret(17),
			search_chosen: secret(18),
			$exception_issue: secret(19),
			$heatmap_data: { [secret(14)]: [{ x: 1 }] },
			$exception_list: [{ value: secret(15), stacktrace: { frames: [{ filename: secret(16) }] } }],
			headers: {
				cookie: "s3cret",
				"x-forwarded-for": "203.0.113.77",
				"user-agent": "PrivateBrowser",
			},
		},
	};
}

/** Every text that a client has recorded has a secret behind it. */
function withSecrets(value: unknown, secret: (shift: number) => string, depth = 0): object {
	const entries = Object.entries(value ?? {}).map(([key, item]) => {
		if (typeof item === "string" && !/^\$?(?:lib|lib_version|host)$/.test(key.replace("$", ""))) {
			return [key, `${item} ${secret(key.length)}`];
		}
		return [
			key,
			typeof item === "object" && item !== null ? withSecrets(item, secret, depth + 1) : item,
		];
	});
	return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** @returns The marks that the file, its log or a backup contains. */
async function foundIn(path: string, marks: readonly string[]): Promise<readonly string[]> {
	const output = new PassThrough();
	const [backup] = await Promise.all([buffer(output), backUpStore(path, output)]);
	const files = [path, `${path}-wal`].map((file) => readFileSync(file, "latin1"));
	const texts = [...files, backup.toString("latin1")];
	return marks.filter((mark) => texts.some((text) => text.includes(mark)));
}

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const INGEST = "test/analytics/ingest/privacy.test.ts";
const WHO = "test/analytics/ingest/who-is-a-visitor.test.ts";
const AGENTS = "test/analytics/ingest/user-agent.test.ts";
const ATTACKS = "test/analytics/store/privacy/privacy-attacks.test.ts";
const MARKED = "test/analytics/store/privacy/marked-visits.test.ts";
const GATE = "test/analytics/store/privacy/privacy-gate.test.ts";
const CLEAN = "test/analytics/store/privacy/clean-text.test.ts";
const VISITS = "test/analytics/store/visits/visits.test.ts";
const RETENTION = "test/analytics/store/file/retention.test.ts";
const BACK_UP = "test/analytics/store/file/back-up.test.ts";
const ERASE = "test/analytics/store/people/erase-person.test.ts";
const PERSONS = "test/analytics/store/people/persons.test.ts";
const ROUTES = "test/analytics/query/person-routes.test.ts";
const CONFIG = "test/analytics/config.test.ts";
const ASKED = "test/analytics/query/what-questions-store.test.ts";
const ANSWERS = "test/analytics/query/questions/answers.test.ts";
const SHARES = "test/analytics/query/shares.test.ts";
const PROJECTS = "test/analytics/projects.test.ts";
const ALERTS = "test/analytics/query/alerts.test.ts";
const PROBLEMS = "test/analytics/query/problems.test.ts";
const SESSIONS = "test/analytics/access/session-routes.test.ts";
const USERS = "test/analytics/access/users.test.ts";
const SHIPPER = "test/analytics/store/clickhouse/shipper.test.ts";
const READS = "test/server/ingest/bot-reads.test.ts";
const MEASURED = "test/browser/measured-visits.test.ts";
const ISSUES = "test/analytics/ingest/issues.test.ts";
const NOW = "test/analytics/query/visitors-now.test.ts";
const QUEUE = "test/server/ingest/event-queue.test.ts";
const PLACES = "test/analytics/ingest/places.test.ts";
const SCRIPTS = "test/browser/client-scripts.test.ts";
const CAPTURE = "test/server/ingest/capture-routes.test.ts";

const A_THOUSAND = [INGEST, "visits leave files that tell nothing about anyone"] as const;
const SECRETS = [ATTACKS, "a secret does not pass the gate"] as const;
const PRIVATE_KEYS = [ATTACKS, "nothing is kept under the key %j"] as const;
const SALT = [INGEST, "a salt is gone from the files within 48 hours"] as const;
const EACH_DAY = [VISITS, "visitors are counted anew each day, and a range is their sum"] as const;
const MARKS = [MARKED, "nothing private of marked visits is in file, log or backup"] as const;
const AFTER = [MARKED, "after retention, what is left of marked visits is totals"] as const;
const SHARED = [
	ERASE,
	"what only the person had is gone from the files, what others share",
] as const;
const AS_IF = [ERASE, "the totals are what they would be if the person had never come"] as const;
const OPTED_OUT = [
	WHO,
	"events that come with %s are dropped, unless a setting says else",
] as const;
const IN_MEMORY = [
	SCRIPTS,
	"asks for nothing more where nothing is switched on, and leaves",
] as const;
const IP_0 = [INGEST, "with ip=0 the address is neither stored nor hashed"] as const;
const PARAMETERS = [CONFIG, "the parameters that stay in URLs are those of the handbook"] as const;

/** How each sentence of the handbook's page on privacy begins, and the test that holds it. */
const SENTENCES: readonly (readonly [
	begins: string,
	test: readonly [file: string, name: string],
])[] = [
	["**Addresses.** The IP address is used", A_THOUSAND],
	["Properties with names such as `$ip`", [ATTACKS, "an address does not pass the gate"]],
	["The host of a page stays where it is an address", [GATE, "the host of a page stays, also"]],
	["**User agents.** Browser, system", A_THOUSAND],
	[
		"**Query strings.** URLs are cut down",
		[INGEST, "wherever a text can stand, the file, its log"],
	],
	["Other parameters, user names, passwords", SECRETS],
	["**Click ids** such as", PRIVATE_KEYS],
	["**Secrets:** values under names", [GATE, "as properties, in objects, and in JSON and"]],
	["True, false and counts of tokens stay", [GATE, "switches and counts stay"]],
	["**Mail addresses** in names, in texts", [GATE, "as names, and in what pages show and errors"]],
	["A property whose whole value is a mail", [GATE, "unless the operator's program sends one as"]],
	["**Anything in the browser**", IN_MEMORY],
	["No cookie, no banner for it", IN_MEMORY],
	["What tells who a visitor is never reaches the disk", [INGEST, "a large batch tells nothing"]],
	["A test sends a thousand visits", MARKS],
	["While the analytics service is away", [CAPTURE, "events that came while the service was away"]],
	[
		"Addresses and user agents stay in memory here",
		[QUEUE, "the sender of an event is not on the disk"],
	],
	["Each day has a key of its own", [QUEUE, "the key of a day is destroyed when nothing of it"]],
	["After a day, events are sent without", [QUEUE, "a request that waits longer than a day"]],
	["`EVENT_QUEUE_MB=0` switches the queue off", [CAPTURE, "with the service away and no room"]],
	["Each day has a random secret", SALT],
	["Address, user agent, site and salt together", [VISITS, "different addresses or browsers are"]],
	["Two page views on one day are recognized", [VISITS, "a visitor who comes back the same day"]],
	["On the next day the same person is a new visitor", EACH_DAY],
	["With `ANALYTICS_VISITORS=client`", [WHO, "behind one address, 30 people are one visitor"]],
	["The key is then a hash of that id", [WHO, "behind one address, 30 people are one"]],
	["A visit is what the client calls its session", [WHO, "a client that counts visitors"]],
	["Ids of one person are one visitor", [WHO, "a client that counts visitors"]],
	["The address is also looked up", [PLACES, "visits have the host, country and region"]],
	["Countries come from", [PLACES, "without a file of the operator's, the countries"]],
	["`ANALYTICS_GEOIP_FILE` names another", [PLACES, "places are found by address"]],
	["Salts are destroyed after 48 hours at most", SALT],
	["(A copy of the file that you make", [BACK_UP, "a backup of a running service is restored"]],
	["After that, a key cannot be traced back", SALT],
	["| single events", [RETENTION, "raw events older than the retention are deleted"]],
	["| sessions", [RETENTION, "at most a twentieth of the events is deleted by age in an hour"]],
	["| totals by quarter of an hour", AFTER],
	["| of each day, 512 bytes", AFTER],
	["| persons", AFTER],
	["| groups", AFTER],
	["| the day's visitor keys", SALT],
	["With `engagement` in `analytics.measure`", [MEASURED, "time and scroll depth of a page"]],
	["With `links`", [MEASURED, "links to other sites and to files are counted, without queries"]],
	["With `errors`", [ISSUES, "an error is stored without addresses and under its issue"]],
	["With the site's own [search]", MARKS],
	["What the screen Live shows", [PROBLEMS, "what was dropped is shown out of memory"]],
	[
		"The service stores the name, the mail address",
		[SESSIONS, "the file has neither the password"],
	],
	["The record of changes holds", [USERS, "is of the last 400 days"]],
	["With a [ClickHouse]", [SHIPPER, "properties arrive as they are, and what is erased goes"]],
	["Visitors now are counted", [NOW, "visitors now are those of the last five minutes"]],
	["Goals and saved questions are", [ASKED, "goals and questions are stored as they are defined"]],
	["Funnels, retention and paths", [ANSWERS, "retention by week, which a count by network does"]],
	["Share links hold a name", [SHARES, "neither file nor log nor list holds a secret or a"]],
	["Alerts and digests send", [ALERTS, "a message holds figures and the words of its alert"]],
	["Marks hold a time", [ASKED, "a mark is a time, a kind, a text and the key of a version"]],
	["Each [project](9.projects.md)", [PROJECTS, "an event, its person and its figures are in the"]],
	["A *distinct id* is what your app sends", [INGEST, "a person who is erased is gone from the"]],
	["If it sends mail addresses", [INGEST, "a person who is erased is gone from the files"]],
	["**People → Erase** in the dashboard", [ROUTES, "erasing a person takes their ids and events"]],
	["Totals are counted anew without these events", AS_IF],
	["The answer says what was deleted", SHARED],
	["`$process_person_profile: false`", [PERSONS, "an event without a person profile leaves no"]],
	["For events with `ip=0`", IP_0],
	["Those addresses, which you enter yourself", IP_0],
	["Events of browsers that send `Sec-GPC: 1`", OPTED_OUT],
	["`ANALYTICS_OPT_OUT_HEADERS=false` changes that", OPTED_OUT],
	["Events of programs are no visits", [WHO, "a page view of a browser and one of %s are one"]],
	["The person's browser makes the visit", [WHO, "a page view of a browser and one of %s are one"]],
	["A web event is a `$pageview`", [AGENTS, "a web event of %s %j is of the bot %s"]],
	["Its user agent says whether", [WHO, "%s is no person"]],
	[
		"Events of bots are stored separately",
		[VISITS, "bots are stored and countable, but no visitors"],
	],
	["The site itself tells the service which pages they read", [READS, "which pages a bot has"]],
	["The default is `page`", PARAMETERS],
	["To keep search terms private", [CLEAN, "a value of a parameter that is not kept never"]],
];

test("every sentence of the handbook's page on privacy is held by a test that exists", () => {
	const sentences = sentencesOf(readFileSync("site/pages/5.analytics/3.privacy.md", "utf8"));

	const unheld = sentences.filter((text) => !SENTENCES.some(([begins]) => text.startsWith(begins)));
	const unsaid = SENTENCES.filter(([begins]) => !sentences.some((text) => text.startsWith(begins)));
	expect({ unheld, unsaid }).toEqual({ unheld: [], unsaid: [] });
	for (const [, [file, name]] of SENTENCES) {
		// The formatter may put a name on a line of its own.
		const calls = readFileSync(file, "utf8").replaceAll(/\(\s+/g, "(");
		const isThere = [`("${name}`, `(\`${name}`].some((call) => calls.includes(call));
		expect(isThere, `${file}: ${name}`).toBe(true);
	}
});

/** What the page promises: no headings, no heads of tables, no code. */
function sentencesOf(page: string): readonly string[] {
	return page
		.replace(/^---\n.*?\n---\n/s, "")
		.replace(/^```.*?^```/gms, "")
		.split("\n")
		.filter((line) => line !== "" && !/^#|^\| (?:What|---)/.test(line))
		.flatMap((line) => line.replace(/^- /, "").split(/(?<=[.!?]\)?) (?=[(`*A-Z])/));
}

/** Writes an event of each day and seals all days, again and again, until it is killed. */
import { randomUUID } from "node:crypto";
import { openStore } from "../../src/analytics/store/analytics-store.ts";
import { DAY_MS, dayOf } from "../../src/analytics/store/totals/roll-up.ts";
import { FIRST_DAY, TO_DAY } from "./naive-count.ts";
import { newPageView } from "./new-event.ts";
import { sealAll } from "./seal-all.ts";

const [path = "", now = ""] = process.argv.slice(2);
const store = openStore(path, Number(now));
for (let session = Date.now(); ; session += 1) {
	const days = Array.from({ length: TO_DAY - FIRST_DAY }, (_, day) => FIRST_DAY + day);
	const events = days.map((day) => {
		const timestamp = day * DAY_MS + (session % DAY_MS);
		const visit = { session, page: "/", status: undefined, traits: { browser: "Chrome" } };
		return newPageView({ uuid: randomUUID(), timestamp, visit, distinctId: `id-${session % 9}` });
	});
	store.writeBatch(events, Number(now));
	sealAll(store, dayOf(Number(now)));
	process.stdout.write(".");
}

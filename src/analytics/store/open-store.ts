import { DEPLOY_EVENT } from "../../shared/analytics.ts";
import { StoreUnavailableError } from "../errors.ts";
import type { AnalyticsStore, StoreStatus } from "./analytics-store.ts";
import { isDamage, isPassing, markDamage } from "./database/damage.ts";
import { writeIfPossible } from "./database/transaction.ts";
import { createEventReader } from "./events/event-reader.ts";
import { EventWriter } from "./events/event-writer.ts";
import { createCheckpoint } from "./file/checkpoint.ts";
import { keepReserve } from "./file/disk-reserve.ts";
import { createFileWatch, type LostFile } from "./file/lost-file.ts";
import { openDatabase } from "./file/open-database.ts";
import { Retention } from "./file/retention.ts";
import { SCHEMA_VERSION } from "./file/schema.ts";
import { createSizeCap } from "./file/size-cap.ts";
import { createErasePerson } from "./people/erase-person.ts";
import { createGroups } from "./people/groups.ts";
import { createPersons } from "./people/persons.ts";
import { createPrivacyGate } from "./privacy/privacy-gate.ts";
import { createApiKeys } from "./settings/api-keys.ts";
import { createDeliveries } from "./settings/deliveries.ts";
import { createDocuments } from "./settings/documents.ts";
import { createMarks, deployMark } from "./settings/marks.ts";
import { createSettings, storeName } from "./settings/settings.ts";
import { createSignIns } from "./settings/sign-ins.ts";
import { openShippingLog, type ShippingLog } from "./shipping/shipping-log.ts";
import { createStrings } from "./texts/strings.ts";
import { createDayTotals } from "./totals/day-totals.ts";
import { dayOf } from "./totals/roll-up.ts";
import { createRollUpReader } from "./totals/roll-up-reader.ts";
import { createSalts } from "./visits/salts.ts";
import { createVisitFactsReader } from "./visits/visit-facts.ts";

export interface StoreOptions {
	/** Query parameters that stay in URLs, beside `utm_*`. */
	readonly keptQueryParameters?: readonly string[];
}

/**
 * Opens the store in one SQLite file.
 *
 * @param path Made, with its folder, when it is not there.
 * @param now Milliseconds since the Unix epoch.
 */
export function openStore(
	path: string,
	now: number,
	{ keptQueryParameters = ["page"] }: StoreOptions = {},
): AnalyticsStore {
	const { database, setAside } = openDatabase(path, now);
	const strings = createStrings(database);
	const persons = createPersons(database);
	const settings = createSettings(database);
	const groups = createGroups(database, settings);
	const salts = createSalts(database);
	const cap = createSizeCap(database, path);
	const checkpoint = createCheckpoint(database);
	const marks = createMarks(database);
	const watchFile = createFileWatch(database, path);
	const gate = createPrivacyGate(keptQueryParameters);
	const dayTotals = createDayTotals(database, strings);
	const writer = new EventWriter({ database, strings, persons, groups, gate });
	const textsDeleted = (): void => writer.forget();
	let shipping: ShippingLog | undefined;
	/** What waits for the other store is the only thing that does not go when room is needed. */
	const isFull = (): boolean => shipping !== undefined && cap.isFull() && shipping.waiting() > 0;
	const lastSpare = () => shipping?.shippedTo() ?? Number.MAX_SAFE_INTEGER;
	const retention = new Retention({
		...{ database, cap, strings, persons, groups },
		lastSpare,
		textsDeleted,
	});
	let failing = false;
	let damage: StoreStatus["damage"];
	let lost: LostFile | undefined;

	const write = <Result>(work: () => Result): Result => {
		if (lost !== undefined) {
			throw new StoreUnavailableError("The store's file was deleted or replaced");
		}
		try {
			const result = work();
			failing = false;
			return result;
		} catch (error) {
			failing = true;
			if (isDamage(error)) {
				damage = "while-writing";
				markDamage(path);
			} else if (!isPassing(error)) throw error;
			throw new StoreUnavailableError("The events could not be written", { cause: error });
		}
	};
	return {
		path,
		writeBatch: (events, writtenAt) => {
			if (isFull()) throw new StoreUnavailableError("The file is full of events that wait");
			return write(() => {
				const outcome = writer.write(events, writtenAt);
				for (const mark of events.flatMap((event) => deployMark(event) ?? [])) {
					marks.add({ ...mark, label: gate.text(mark.label) ?? DEPLOY_EVENT });
				}
				return outcome;
			});
		},
		checkpoint: (moment) => {
			checkpoint(moment);
			// A flood can pass the cap between two maintenance runs.
			if (database.isOpen) writeIfPossible(() => retention.holdSize());
		},
		events: createEventReader({ database, strings, persons }),
		rollUps: createRollUpReader(database),
		persons,
		erasePerson: createErasePerson({ database, strings, persons, groups, textsDeleted }),
		groups,
		documents: createDocuments(database),
		marks,
		deliveries: createDeliveries(database),
		apiKeys: createApiKeys(database),
		settings,
		signIns: createSignIns(database),
		salts,
		name: () => storeName(settings),
		visitFacts: createVisitFactsReader(database),
		dayTotals: { ...dayTotals, add: (day, totals) => write(() => dayTotals.add(day, totals)) },
		textOf: strings.textOf,
		gate,
		openShipping: () => {
			shipping ??= openShippingLog(database);
			return shipping;
		},
		maintain: (limits, time) => {
			// Yesterday's salt is still needed for events that arrive late.
			salts.destroyBefore(dayOf(time) - 1);
			retention.run(limits, time);
			if (lost === undefined && !failing) keepReserve(path);
		},
		watchFile: (time) => {
			lost = watchFile(time);
		},
		noteDamage: (error) => {
			if (isDamage(error)) damage ??= "while-reading";
		},
		keptSince: (limits, time) => retention.keptSince(limits, time),
		status: () => ({
			fileBytes: cap.usedBytes(),
			schemaVersion: SCHEMA_VERSION,
			refusedTexts: writer.refusedTexts,
			setAside,
			isFull: isFull(),
			failing,
			damage,
			lost,
		}),
		close: () => {
			if (database.isOpen) database.close();
		},
	};
}

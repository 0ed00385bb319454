import type { Properties } from "./new-event.ts";

/** Takes out the keys that count as absent, for who goes by keys or writes JSON lists, where they would be `null`. */
export function withoutAbsent(properties: Properties): Properties {
	const present = Object.entries(properties).filter(([, value]) => value !== undefined);
	return Object.fromEntries(present);
}

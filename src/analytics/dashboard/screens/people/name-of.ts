import type { DashboardPerson } from "../../../api-types/persons.ts";
import { visibleText } from "../../format/visible-text.ts";

/** Properties with a name that sites commonly set, the most readable first. */
const NAMES = ["name", "email", "username", "$name", "$email"];

/** @returns A readable name of a person; otherwise an id, if possible not a UUID. */
export function nameOf({ id, properties, distinct_ids }: DashboardPerson): string {
	const name = NAMES.map((name) => properties[name]).find(
		(value) => typeof value === "string" && value.trim() !== "",
	);
	if (typeof name === "string") return visibleText(name);
	return visibleText(distinct_ids.find((id) => !UUID.test(id)) ?? distinct_ids[0] ?? id);
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

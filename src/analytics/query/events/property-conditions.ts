import * as z from "zod";
import { propertyText } from "../../store/events/parse-properties.ts";
import type { Properties } from "../../store/new-event.ts";
import { textParameter } from "../api/parameters.ts";

/** Values that properties must have, or must not have, as text; anything but text is compared as JSON. */
export interface PropertyConditions {
	readonly property: Readonly<Record<string, string>>;
	readonly property_not: Readonly<Record<string, string>>;
}

export const propertyConditionsShape = {
	property: z
		.record(z.string(), textParameter, "must be property.{name}={value}")
		.default({})
		.describe("Only events with these properties: property.{name}={value}"),
	property_not: z
		.record(z.string(), textParameter, "must be property_not.{name}={value}")
		.default({})
		.describe("Only events without these: property_not.{name}={value}"),
};

export function meetsConditions(
	properties: Properties,
	{ property, property_not }: PropertyConditions,
): boolean {
	const has = ([name, value]: readonly [string, string]): boolean =>
		propertyText(properties[name]) === value;
	return Object.entries(property).every(has) && !Object.entries(property_not).some(has);
}

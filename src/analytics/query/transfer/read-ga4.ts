import * as z from "zod";
import {
	type ImportContext,
	type ImportReading,
	importEvent,
	importedUuid,
	refusedLine,
	visitorOf,
} from "./import-reading.ts";

/** BigQuery writes integers as strings. */
const micros = z.coerce.number("must be a number of microseconds").int().positive();
const text = z.string().nullish();
const parameter = z.object({
	key: z.string(),
	value: z.object({
		string_value: text,
		int_value: z.union([z.string(), z.number()]).nullish(),
	}),
});

/**
 * An event of Google Analytics 4's BigQuery export, with the fields of a page view.
 *
 * @see https://support.google.com/analytics/answer/7029846
 */
export const ga4Line = z.object({
	event_name: z.string(),
	event_timestamp: micros,
	user_pseudo_id: z.string(),
	user_id: text,
	event_params: z.array(parameter),
	device: z
		.object({
			category: text,
			operating_system: text,
			language: text,
			web_info: z.object({ browser: text }).nullish(),
		})
		.nullish(),
	collected_traffic_source: z
		.object({
			manual_source: text,
			manual_medium: text,
			manual_campaign_name: text,
			manual_term: text,
			manual_content: text,
		})
		.nullish(),
});

export function readGa4Line(
	line: z.output<typeof ga4Line>,
	length: number,
	context: ImportContext,
): ImportReading {
	const { event_name: name, event_timestamp: at, user_pseudo_id: client } = line;
	if (name !== "page_view") {
		return refusedLine(
			"no-page-view",
			`event_name must be "page_view": current value is "${name}"`,
		);
	}
	const properties = propertiesOf(line);
	const page = properties["$current_url"] ?? "";
	return importEvent(
		{
			raw: {
				uuid: importedUuid("ga4", client, at, name, page),
				event: "$pageview",
				distinct_id: line.user_id ?? client,
				timestamp: new Date(at / 1_000).toISOString(),
				properties: { ...properties, $process_person_profile: false },
			},
			receivedAt: at / 1_000,
			agent: undefined,
			bodyLength: length,
			known: visitorOf("ga4", client),
		},
		context,
	);
}

function propertiesOf({
	event_params: parameters,
	device,
	collected_traffic_source: source,
}: z.output<typeof ga4Line>): Readonly<Record<string, string>> {
	const parameterOf = (key: string) =>
		parameters.find((candidate) => candidate.key === key)?.value.string_value;
	const given = {
		$current_url: parameterOf("page_location"),
		$referrer: parameterOf("page_referrer"),
		title: parameterOf("page_title"),
		$browser: device?.web_info?.browser,
		$os: device?.operating_system,
		$device_type: deviceOf(device?.category),
		$browser_language: device?.language,
		utm_source: source?.manual_source,
		utm_medium: source?.manual_medium,
		utm_campaign: source?.manual_campaign_name,
		utm_term: source?.manual_term,
		utm_content: source?.manual_content,
	};
	const present = Object.entries(given).filter(
		(entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
	);
	return Object.fromEntries(present);
}

/** `desktop` → `Desktop`, as clients write it. */
export function deviceOf(category: string | null | undefined): string | undefined {
	if (category === null || category === undefined || category === "") return undefined;
	return `${category.slice(0, 1).toUpperCase()}${category.slice(1).toLowerCase()}`;
}

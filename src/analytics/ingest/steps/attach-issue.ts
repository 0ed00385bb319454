import type { Properties } from "../../store/new-event.ts";
import type { Step } from "../draft.ts";

const MAX_LENGTH = 200;

/**
 * Adds the name of the issue to errors of browsers: type and message, with numbers and ids replaced,
 * so that one bug is one row. Older clients send type and message in other properties.
 */
export const attachIssue: Step = (draft) => {
	if (draft.event !== "$exception") return draft;
	const issue = issueOf(draft.properties);
	return { ...draft, properties: { ...draft.properties, $exception_issue: issue } };
};

/** @returns The first exception of the causal chain, or `{}` for older clients, which send no list. */
export function firstException(properties: Properties): Readonly<Record<string, unknown>> {
	const { $exception_list: list } = properties;
	return Object(Array.isArray(list) ? list[0] : undefined);
}

function issueOf(properties: Properties): string {
	const { type, value } = firstException(properties);
	const name = textOf(type) ?? textOf(properties["$exception_type"]) ?? "Error";
	const message = textOf(value) ?? textOf(properties["$exception_message"]) ?? "";
	const [line = ""] = message.trim().split("\n", 1);
	const alike = line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,}\b|\d{2,}/gi, "…");
	return (alike === "" ? name : `${name}: ${alike}`).slice(0, MAX_LENGTH);
}

/** @returns `undefined` for a value that is not a text, or is empty. */
export function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

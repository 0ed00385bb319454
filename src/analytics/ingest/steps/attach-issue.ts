import type { Properties } from "../../store/new-event.ts";
import type { Step } from "../draft.ts";

const MAX_LENGTH = 200;

/**
 * Gives errors of browsers the name of their issue: type and message, with numbers and ids
 * made alike, so that what is one mistake is one row. Clients of different ages say it differently.
 */
export const attachIssue: Step = (draft) => {
	if (draft.event !== "$exception") return draft;
	const issue = issueOf(draft.properties);
	return { ...draft, properties: { ...draft.properties, $exception_issue: issue } };
};

/** @returns The first of the exceptions that caused each other; an older client sends no list. */
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

/** @returns `undefined` for what is no text, or empty. */
export function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

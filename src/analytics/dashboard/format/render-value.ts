import { visibleText } from "./visible-text.ts";

export function renderValue(value: unknown): string {
	return visibleText(typeof value === "string" ? value : JSON.stringify(value));
}

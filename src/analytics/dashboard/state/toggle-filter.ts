import type { Filter } from "../../wire/dashboard/dimensions.ts";
import { isSameFilter } from "./question.ts";

/** @returns The filters with one more, or without the one that was there already. */
export function toggleFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
	const others = filters.filter((other) => !isSameFilter(other, filter));
	return others.length === filters.length ? [...filters, filter] : others;
}

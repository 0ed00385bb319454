import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import type { DefinitionsAnswer } from "../../../wire/dashboard/flags.ts";
import { pathOf, request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import type { RawDefinition } from "./flag-definition.ts";

export const FLAGS = "/api/v1/flags";

export function useFlags(): UseQueryResult<DefinitionsAnswer> {
	return useAnswer<DefinitionsAnswer>(FLAGS);
}

export interface SavedFlag {
	readonly key: string;
	readonly definition: RawDefinition;
}

export function saveFlag({ key, definition }: SavedFlag): Promise<unknown> {
	return request(pathOf`/api/v1/flags/${key}`, { method: "PUT", body: definition });
}

/** @param onDone Called before the new version is shown. */
export function useSaveFlag(
	onDone: () => void = () => {},
): UseMutationResult<unknown, Error, SavedFlag> {
	return useChange(saveFlag, { refreshes: FLAGS, onDone });
}

import type { UseQueryResult } from "@tanstack/react-query";
import type { Listed } from "../../../wire/dashboard/answer-of.ts";
import type { ListedDefinition } from "../../../wire/dashboard/flags.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import type { RawDefinition } from "./flag-definition.ts";

export const FLAGS = "/api/v1/flags";

export function useFlags(): UseQueryResult<Listed<ListedDefinition>> {
	return useAnswer<Listed<ListedDefinition>>(FLAGS);
}

export function saveFlag(key: string, definition: RawDefinition): Promise<unknown> {
	return send("PUT", pathOf`/api/v1/flags/${key}`, definition);
}

import {
	type UseMutationResult,
	type UseQueryResult,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import type { DefinitionsAnswer } from "../../../wire/dashboard/flags.ts";
import { pathOf, request } from "../../api/request.ts";
import type { RawDefinition } from "./flag-definition.ts";

const FLAGS = ["flags"] as const;

export function useFlags(): UseQueryResult<DefinitionsAnswer> {
	return useQuery({
		queryKey: FLAGS,
		queryFn: ({ signal }) => request<DefinitionsAnswer>("/api/v1/flags", { signal }),
	});
}

export interface SavedFlag {
	readonly key: string;
	readonly definition: RawDefinition;
}

/** @param onSaved Called before the new version is shown, and whatever it takes the place of is gone. */
export function useSaveFlag(onSaved?: () => void): UseMutationResult<unknown, Error, SavedFlag> {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ key, definition }: SavedFlag) =>
			request(pathOf`/api/v1/flags/${key}`, { method: "PUT", body: definition }),
		onSuccess: () => {
			onSaved?.();
			return client.invalidateQueries({ queryKey: FLAGS });
		},
	});
}

/** @param onDeleted Called before the flag is gone from the screen. */
export function useDeleteFlag(onDeleted: () => void): UseMutationResult<unknown, Error, string> {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (key: string) => request(pathOf`/api/v1/flags/${key}`, { method: "DELETE" }),
		onSuccess: () => {
			onDeleted();
			return client.invalidateQueries({ queryKey: FLAGS });
		},
	});
}

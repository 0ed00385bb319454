import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SettingsAnswer, SettingsChange } from "../../../wire/dashboard/settings.ts";
import { request } from "../../api/request.ts";

export const SETTINGS_KEY = ["settings"] as const;

export function useChangeSettings(): UseMutationResult<SettingsAnswer, Error, SettingsChange> {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: SettingsChange) =>
			request<SettingsAnswer>("/api/v1/settings", { method: "PATCH", body }),
		onSuccess: (answer) => client.setQueryData(SETTINGS_KEY, answer),
	});
}

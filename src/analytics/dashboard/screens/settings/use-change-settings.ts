import type { UseMutationResult } from "@tanstack/react-query";
import type { SettingsAnswer, SettingsChange } from "../../../wire/dashboard/settings.ts";
import { request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";

export const SETTINGS_PATH = "/api/v1/settings";

export function useChangeSettings(): UseMutationResult<SettingsAnswer, Error, SettingsChange> {
	return useChange(
		(body: SettingsChange) => request<SettingsAnswer>(SETTINGS_PATH, { method: "PATCH", body }),
		{ refreshes: SETTINGS_PATH },
	);
}

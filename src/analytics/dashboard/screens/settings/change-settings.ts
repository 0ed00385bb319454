import type { SettingsAnswer, SettingsChange } from "../../../wire/dashboard/settings.ts";
import { request } from "../../api/request.ts";

export const SETTINGS_PATH = "/api/v1/settings";

export function changeSettings(body: SettingsChange): Promise<SettingsAnswer> {
	return request<SettingsAnswer>(SETTINGS_PATH, { method: "PATCH", body });
}

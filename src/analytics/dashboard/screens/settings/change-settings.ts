import type { SettingsAnswer, SettingsChange } from "../../../wire/dashboard/settings.ts";
import { send } from "../../api/request.ts";

export const SETTINGS_PATH = "/api/v1/settings";

export function changeSettings(body: SettingsChange): Promise<SettingsAnswer> {
	return send<SettingsAnswer>("PATCH", SETTINGS_PATH, body);
}

import { replacePassword } from "../access/password.ts";
import type { AnalyticsConfig } from "../config.ts";
import { exitWith, openStoreOrExit } from "./or-exit.ts";

/** Prints a new password for the dashboard, which a running service accepts at once. */
export async function setPassword(config: AnalyticsConfig): Promise<void> {
	if (config.password !== undefined) {
		exitWith("ANALYTICS_PASSWORD sets the password: change it there");
	}
	const store = openStoreOrExit(config);
	const password = await replacePassword(store.settings);
	store.signIns.removeAll();
	store.close();
	process.stdout.write(`${password}\n`);
}

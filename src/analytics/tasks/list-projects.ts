import { existsSync, readdirSync } from "node:fs";
import type { AnalyticsConfig } from "../config.ts";
import { storePathOf } from "./or-exit.ts";

/** Prints the ids of the further projects, for scripts that copy their files. */
export function listProjects(config: AnalyticsConfig): void {
	const { projectsFolder } = config;
	if (!existsSync(projectsFolder)) return;
	const ids = readdirSync(projectsFolder).filter((id) => existsSync(storePathOf(config, id)));
	process.stdout.write(ids.map((id) => `${id}\n`).join(""));
}

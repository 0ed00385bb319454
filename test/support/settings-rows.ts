import { stringify } from "yaml";
import { ANALYTICS_PROCESS_SETTINGS } from "../../src/platform/settings/analytics-process-settings.ts";
import {
	PROXY_SETTINGS,
	SITE_PROCESS_SETTINGS,
} from "../../src/platform/settings/process-settings.ts";
import {
	listSettings,
	type NamedSetting,
	type Setting,
	type SettingsTable,
} from "../../src/platform/settings/setting.ts";

/** The rows of each table of variables, by the heading above it. */
export const VARIABLE_TABLES: ReadonlyMap<string, readonly string[]> = new Map([
	["Both services", rowsOfVariables(SITE_PROCESS_SETTINGS, isShared)],
	["The site", rowsOfVariables(SITE_PROCESS_SETTINGS, isOwn)],
	["The analytics service", rowsOfVariables(ANALYTICS_PROCESS_SETTINGS, isOwn)],
	["The proxy", rowsOfVariables(PROXY_SETTINGS, isAny)],
]);

function isAny(): boolean {
	return true;
}

function isOwn(setting: NamedSetting): boolean {
	return !isShared(setting);
}

function isShared({ variable }: NamedSetting): boolean {
	return [SITE_PROCESS_SETTINGS, ANALYTICS_PROCESS_SETTINGS].every((table) =>
		listSettings(table).some((setting) => setting.variable === variable),
	);
}

function rowsOfVariables(
	table: SettingsTable,
	isListed: (setting: NamedSetting) => boolean,
): readonly string[] {
	return listSettings(table)
		.filter(isListed)
		.flatMap((setting) =>
			setting.variable === undefined
				? []
				: [
						row(
							`\`${setting.variable}\``,
							defaultOf(setting, (list) => list.join(",")),
							setting.meaning,
						),
					],
		);
}

/** Rows for the keys of `site.yaml`, one per key. */
export function rowsOfKeys(table: SettingsTable): readonly string[] {
	return listSettings(table).map((setting) => {
		const variable = setting.variable === undefined ? "" : ` \`${setting.variable}\``;
		return row(`\`${setting.name}\`${variable}`, defaultOf(setting, inYaml), setting.meaning);
	});
}

/** The rows of the table under a heading of a Markdown file, without the header. */
export function rowsUnder(markdown: string, heading: string): readonly string[] {
	const section = markdown.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
	return section
		.split("\n")
		.filter((line) => line.startsWith("| "))
		.slice(2);
}

function defaultOf(
	{ preset, schema }: Setting,
	renderList: (list: readonly unknown[]) => string,
): string {
	if (preset !== undefined) return preset;
	const value = schema.safeParse(undefined).data;
	if (value === undefined || value === "") return "none";
	return `\`${Array.isArray(value) ? renderList(value) : inYaml(value)}\``;
}

function inYaml(value: unknown): string {
	return stringify(value, { collectionStyle: "flow", flowCollectionPadding: false }).trim();
}

function row(...cells: readonly string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

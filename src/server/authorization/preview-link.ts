import type { Environment } from "../../platform/env.ts";
import { PREVIEW_PARAMETER } from "../../shared/page/middleware.ts";
import { readPath, urlPath } from "../../shared/routing/routes.ts";
import { loadSiteConfig } from "../content/read-settings.ts";
import { OperatorError } from "../errors.ts";
import { createPreviewSigner } from "./preview-signer.ts";

export interface PreviewLinkSources {
	/** Absolute. */
	readonly siteFolder: string;
	/** Overrides values of `site.yaml`. */
	readonly environment: Environment;
	readonly secret: string;
	/** Milliseconds since the Unix epoch. */
	readonly nowMs: number;
}

const HOUR_MS = 60 * 60 * 1000;

const DEFAULT_HOURS = "24";

/**
 * Makes a link that shows a hidden page until it expires, for `preview-link {path} [hours]`.
 *
 * @returns A URL if the site knows its own URL, else a URL path.
 * @throws {OperatorError} When the path or the hours are invalid.
 */
export async function makePreviewLink(
	[pathText = "", hoursText = DEFAULT_HOURS]: readonly string[],
	{ siteFolder, environment, secret, nowMs }: PreviewLinkSources,
): Promise<string> {
	const reading = readPath(pathText);
	const hours = Number(hoursText);
	const problems: string[] = [];
	if (!pathText.startsWith("/") || (reading.kind !== "path" && reading.kind !== "misspelled")) {
		problems.push(`The path must be the path of a page, such as /guide: got "${pathText}"`);
	}
	if (!(hours > 0 && Number.isFinite(hours))) {
		problems.push(`The hours must be a number above zero: got "${hoursText}"`);
	}
	if (problems.length > 0 || !("path" in reading)) {
		throw new OperatorError("command-invalid", problems);
	}
	const config = loadSiteConfig(siteFolder, environment);
	const { basePath, url = "" } = config.public;
	const token = createPreviewSigner(secret).sign(reading.path, nowMs + hours * HOUR_MS);
	return `${url}${urlPath(basePath, reading.path)}?${PREVIEW_PARAMETER}=${token}`;
}

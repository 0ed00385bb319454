import { createHash } from "node:crypto";
import type { SiteConfig } from "./site-config.ts";

const known = new WeakMap<SiteConfig, string>();

/** Tells one state of the settings from another, for tabs that follow the content. */
export function frameIdOf(config: SiteConfig): string {
	const before = known.get(config);
	if (before !== undefined) return before;
	const id = createHash("sha256").update(JSON.stringify(config)).digest("hex").slice(0, 8);
	known.set(config, id);
	return id;
}

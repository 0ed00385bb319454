import { SIGN_IN_PATHS, type User } from "../../../shared/page/user.ts";
import type { PageAnalytics } from "./analytics.ts";

/** Identifies the signed-in visitor to analytics, on a site that enables this. */
export async function tellSignedInUser(parts: {
	readonly page: Window;
	readonly basePath: string;
	readonly analytics: Pick<PageAnalytics, "identify" | "forgetKnown">;
}): Promise<void> {
	const { page, basePath, analytics } = parts;
	const response = await page.fetch(basePath + SIGN_IN_PATHS.user);
	if (response.status === 204) analytics.forgetKnown();
	if (response.status !== 200) return;
	// The server of the same project wrote it.
	const { id, name, mail: email }: User = await response.json();
	analytics.identify(id, { ...(name && { name }), ...(email && { email }) });
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a forge that knows the secret has sent a body: GitHub, Gitea and Forgejo sign it, GitLab
 * sends the secret itself.
 */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
	const { "x-hub-signature-256": signature, "x-gitlab-token": token } = headers;
	if (typeof token === "string") return isSame(token, secret);
	if (typeof signature !== "string") return false;
	return isSame(signature, `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
}

/** In a time that tells nothing about either. */
function isSame(given: string, wanted: string): boolean {
	const [one, two] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
	return one !== undefined && two !== undefined && timingSafeEqual(one, two);
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import fp from "fastify-plugin";
import { sendSentence } from "../http-cache/send-answer.ts";

export interface GitWebhookOptions {
	readonly secret: string;
	/** Starts to look for a new commit, without waiting for the result. */
	readonly look: () => void;
}

const WEBHOOK_PATH = "/_loggia/git";

/** Large, since forges list each commit of a push. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Receives the webhooks that forges send after a push. */
export const gitWebhook = fp<GitWebhookOptions>(async (site, { secret, look }) => {
	site.register(async (scope) => {
		// The signature is of the raw bytes.
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
			done(null, body);
		});
		scope.post(WEBHOOK_PATH, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
			const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
			if (!isSigned(request.headers, body, secret)) {
				return sendSentence(reply, 401, "The signature does not match this site's secret");
			}
			look();
			return sendSentence(reply, 202, "The site folder is being updated");
		});
	});
});

/**
 * Checks that a forge with the secret sent the body: GitHub, Gitea and Forgejo sign the body, GitLab
 * sends the secret itself.
 */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
	const { "x-hub-signature-256": signature, "x-gitlab-token": token } = headers;
	if (typeof token === "string") return isSame(token, secret);
	if (typeof signature !== "string") return false;
	return isSame(signature, `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
}

/** Compares in constant time: all digests have the same length. */
function isSame(given: string, wanted: string): boolean {
	const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(given), digest(wanted));
}

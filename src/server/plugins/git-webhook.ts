import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

export interface GitWebhookOptions {
	readonly secret: string;
	/** Looks for a new commit, and does not wait for it. */
	readonly look: () => void;
}

/** Where forges say that something was pushed. */
export const gitWebhook = fp(registerGitWebhook, { name: "git-webhook", fastify: "5.x" });

const WEBHOOK_PATH = "/_loggia/git";

/** Forges list each commit of a push. */
const MAX_BODY_BYTES = 1024 * 1024;

async function registerGitWebhook(
	site: FastifyInstance,
	{ secret, look }: GitWebhookOptions,
): Promise<void> {
	site.register(async (scope) => {
		// What is signed are the bytes.
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
			done(null, body);
		});
		scope.post(WEBHOOK_PATH, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
			reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
			const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
			if (!isSigned(request.headers, body, secret)) {
				return reply.code(401).send("The signature is not that of this site's secret\n");
			}
			look();
			return reply.code(202).send("The site folder is brought up to date\n");
		});
	});
}

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

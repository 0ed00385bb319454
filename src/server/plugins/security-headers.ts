import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { securityHeadersFor } from "../http/security-headers.ts";

export interface SecurityHeadersOptions {
	/** Returns another list whenever the operator changes it in the site folder. */
	readonly connectSources: () => readonly string[];
}

/** Sets the same security headers on every response, errors included. */
export const securityHeaders = fp(registerSecurityHeaders, {
	name: "security-headers",
	fastify: "5.x",
});

async function registerSecurityHeaders(
	site: FastifyInstance,
	{ connectSources }: SecurityHeadersOptions,
): Promise<void> {
	let last: { readonly sources: readonly string[]; readonly headers: Headers } | undefined;
	site.addHook("onRequest", (_request, reply, next) => {
		const sources = connectSources();
		if (last?.sources !== sources) last = { sources, headers: securityHeadersFor(sources) };
		reply.headers(last.headers);
		next();
	});
}

type Headers = ReturnType<typeof securityHeadersFor>;

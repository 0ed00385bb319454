import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { INLINE_SCRIPT } from "../../shared/document/inline-script.ts";

export interface SecurityHeadersOptions {
	/** Read at each request, since an operator may change it with the site folder; then it is another list. */
	readonly connectSources: () => readonly string[];
}

/** Puts the same security headers on every answer, errors included. */
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
		if (last?.sources !== sources) last = { sources, headers: headersFor(sources) };
		reply.headers(last.headers);
		next();
	});
}

type Headers = Readonly<Record<string, string>>;

function headersFor(connectSources: readonly string[]): Headers {
	return {
		...CONSTANT_HEADERS,
		"content-security-policy": contentSecurityPolicy(connectSources),
	};
}

const CONSTANT_HEADERS = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
	"cross-origin-opener-policy": "same-origin",
	"x-frame-options": "DENY",
} as const;

/** Another service's answer that is passed on must not replace them. */
export const SECURITY_HEADER_NAMES = [
	...Object.keys(CONSTANT_HEADERS),
	"content-security-policy",
	"content-security-policy-report-only",
];

const INLINE_SCRIPT_HASH = createHash("sha256").update(INLINE_SCRIPT).digest("base64");

/**
 * The same policy on every page, so that pages stay cacheable: the one inline script is
 * allowed by its hash. Pictures, sound and video may come from where an author says;
 * scripts, styles, fonts and frames may not.
 *
 * @param connectSources Origins that the app may call besides its own.
 */
export function contentSecurityPolicy(connectSources: readonly string[]): string {
	return [
		"default-src 'none'",
		`script-src 'self' 'sha256-${INLINE_SCRIPT_HASH}'`,
		"style-src 'self'",
		"img-src 'self' data: https:",
		"media-src 'self' https:",
		"font-src 'self'",
		`connect-src ${["'self'", ...connectSources].join(" ")}`,
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join("; ");
}

import {
	createOidcSignIn,
	type OidcSignInOptions,
} from "../../../src/platform/sign-in/oidc-sign-in.ts";
import {
	CLIENT_SECRET,
	createBrowser,
	SITE_ORIGIN,
	startIdentityProvider,
} from "../../support/identity-provider.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTestSite } from "../../support/test-site.ts";

export const NOON = Date.parse("2026-11-20T12:00:00Z");
export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;

export const FILES = {
	"site.yaml": `url: ${SITE_ORIGIN}\naccess:\n  paths:\n    /staff/**: [staff]\n    /in: signed-in\n`,
	"pages/index.md": "# Welcome\n",
	"pages/in.md": "# Signed in\n",
	"pages/staff/plan.md": "# Zebrafish plan\n",
};

export const PLAN = `${SITE_ORIGIN}/staff/plan`;
/** The sign-in of a site with this provider. */
export function oidcAt(issuer: string, options: Partial<OidcSignInOptions> = {}) {
	return createOidcSignIn({
		issuer,
		clientId: "site",
		clientSecret: CLIENT_SECRET,
		scopes: "openid profile email groups",
		groupsClaim: "groups",
		secret: "0123456789abcdef0123456789abcdef",
		sessionHours: 8,
		cookies: "loggia",
		endedFolder: temporaryFolder(),
		now: () => NOON,
		log: { info: () => undefined, warn: () => undefined },
		...options,
	});
}

/** A site with private pages, its provider, a browser, and a clock that the test moves. */
export async function signInSite({ isAway = false, endedFolder = temporaryFolder() } = {}) {
	const provider = await startIdentityProvider();
	provider.show({ id: "ann", groups: ["staff"] });
	if (isAway) provider.leave();
	const warnings: string[] = [];
	let nowMs = NOON;
	const signIn = oidcAt(provider.issuer, {
		now: () => nowMs,
		endedFolder,
		log: {
			info: () => undefined,
			warn: (...words: unknown[]) => void warnings.push(String(words)),
		},
	});
	const { service } = await createTestSite({ files: FILES, dependencies: { signIn } });
	return {
		provider,
		service,
		warnings,
		browser: createBrowser(service),
		now: () => nowMs,
		pass: (ms: number) => {
			nowMs += ms;
		},
	};
}

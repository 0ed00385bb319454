import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type AskAnswer, ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { makeCertificate } from "./support/make-certificate.ts";
import { runDocker } from "./support/run-docker.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECRET = "a secret with : and +%";

const FILES = {
	"site.yaml": "name: Example\naccess: { paths: { /staff: [staff], /board: [board] } }\n",
	"pages/index.md": "# Welcome\n",
	"pages/staff.md": "# For staff\n",
	"pages/board.md": "# For the board\n",
};

test("an OpenID provider of a private authority signs visitors in to the site and to the dashboard", async () => {
	const folder = temporaryFolder();
	await chmod(folder, 0o755);
	const certificate = await makeCertificate(folder, "login.example");
	await chmod(join(folder, "site.key"), 0o644);
	await writeFile(join(folder, "secret"), `${SECRET}\n`);
	const stack = await createStack({
		files: FILES,
		extensions: ["deploy/openid.yaml"],
		environment: {
			OIDC_ISSUER: "https://login.example",
			OIDC_CLIENT_ID: "loggia",
			OIDC_CLIENT_SECRET_FILE: join(folder, "secret"),
			EXTRA_CA_FILE: join(folder, "site.pem"),
			ANALYTICS_ROLE_GROUPS: "staff:viewer",
		},
		override: {
			services: {
				site: { environment: { SITE_URL: urlIn("SITE_ADDRESS") } },
				provider: {
					image: `loggia:${inject("imageTag")}`,
					command: ["/provider/identity-provider.mjs"],
					environment: {
						CLIENT_SECRET: SECRET,
						REDIRECT_URIS: ["SITE_ADDRESS", "ANALYTICS_ADDRESS"]
							.map((name) => `${urlIn(name)}/_loggia/signed-in`)
							.join(" "),
					},
					healthcheck: { disable: true },
					sysctls: { "net.ipv4.ip_unprivileged_port_start": 0 },
					volumes: [
						`${folder}:/certificate:ro`,
						`${join(import.meta.dirname, "support")}:/provider:ro`,
						`${join(ROOT, "node_modules")}:/node_modules:ro`,
					],
					networks: { outside: { aliases: ["login.example"] } },
				},
			},
		},
	});
	await stack.compose("up", "--detach", "--no-deps", "provider");
	await stack.compose("up", "--detach", "--wait", "site", "analytics", "caddy");
	const browser = await createBrowser(stack, certificate);

	const staff = await browser.open(`${stack.siteUrl}/staff`);
	const board = await browser.open(`${stack.siteUrl}/board`);
	const dashboard = await browser.open(`${stack.analyticsUrl}/_loggia/sign-in`);
	const session = await browser.open(`${stack.analyticsUrl}/api/session`);

	expect(staff.trail).toContainEqual(expect.stringMatching(/^https:\/\/login\.example\/auth\?/));
	expect([staff.status, staff.trail.at(-1)]).toEqual([200, `${stack.siteUrl}/staff`]);
	expect(staff.body.toString()).toContain("For staff");
	expect(board.status).toBe(404);
	expect(dashboard.status).toBe(200);
	expect(JSON.parse(session.body.toString())).toMatchObject({ signed_in: true, role: "viewer" });
});

/** For a compose file, which replaces the name with the value. */
function urlIn(name: string): string {
	return `https://\${${name}}`;
}

/** A browser with cookies that follows redirects between the services and the provider. */
async function createBrowser(stack: Stack, certificate: string) {
	const caddy = await stack.authority();
	const provider = await stack.containerOf("provider");
	const address = await runDocker([
		"inspect",
		"--format",
		"{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}",
		provider,
	]);
	const jars = new Map<string, Map<string, string>>();

	const step = async (url: string): Promise<AskAnswer> => {
		const { host, hostname } = new URL(url);
		const jar = jars.get(host) ?? new Map<string, string>();
		jars.set(host, jar);
		const headers = { cookie: Array.from(jar, (pair) => pair.join("=")).join("; ") };
		const isProvider = hostname === "login.example";
		const answer = await ask(url, {
			headers,
			...(isProvider ? { authority: certificate, address } : { authority: caddy }),
		});
		for (const line of answer.headers["set-cookie"] ?? []) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			jar.set(name, value);
		}
		return answer;
	};
	return {
		/** Follows all redirects. */
		open: async (url: string) => {
			const trail = [url];
			let answer = await step(url);
			while (answer.headers.location !== undefined && trail.length < 12) {
				trail.push(new URL(answer.headers.location, trail.at(-1)).href);
				answer = await step(trail.at(-1) ?? url);
			}
			return { ...answer, trail };
		},
	};
}

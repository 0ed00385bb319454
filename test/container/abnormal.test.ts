import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { DASHBOARD_HEADER } from "../../src/analytics/api-types/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ask } from "./support/ask.ts";
import { createStack } from "./support/create-stack.ts";
import { makeCertificate } from "./support/make-certificate.ts";
import { runDocker } from "./support/run-docker.ts";

/** What a service that is away is answered with need not be waited for. */
const IMPATIENT_CADDY = { services: { caddy: { environment: { RETRY_SECONDS: "5" } } } };

/** Or the one name server that a run by hand has chosen. */
const isLying = (process.env["NAME_SERVER"] ?? "lying") === "lying";

test.runIf(isLying)(
	"no request leaves the stack while a service is away, whatever names resolve to",
	async () => {
		const stack = await createStack({ nameServer: "lying", override: IMPATIENT_CADDY });
		await stack.compose("up", "--detach", "--wait");
		const authority = await stack.authority();
		await stack.compose("stop", "site", "analytics");

		const answers = await Promise.all([
			ask(`${stack.siteUrl}/private?of=visitor`, { authority }),
			ask(`${stack.siteUrl}/ingest/e/`, { method: "POST", authority, body: "{}" }),
			ask(`${stack.analyticsUrl}/api/session`, { authority }),
		]);

		const statuses = answers.map(({ status }) => status);
		expect(statuses.every((status) => [502, 503, 504].includes(status))).toBe(true);
		// The name server was there, and said what it says.
		const said = await stack.evaluateIn("caddy", LOOK_UP);
		expect(said).toMatch(/^10\.\d+\.\d+\.53$/);
		expect(await stack.compose("logs", "--no-log-prefix", "resolver")).not.toContain("caught");
	},
);

const LOOK_UP = `require("node:dns").lookup("site.example", 4, (error, address) => console.log(error ?? address))`;

test("certificates come from an authority outside, whatever other names resolve to", async () => {
	const certificates = temporaryFolder();
	await chmod(certificates, 0o755);
	await writeFile(join(certificates, "Caddyfile"), AUTHORITY);
	const aliases = ["example.test", "stats.example.test"];
	const stack = await createStack({
		nameServer: "lying",
		environment: {
			CADDY_CERTS: certificates,
			SITE_ADDRESS: "example.test:443",
			ANALYTICS_ADDRESS: "stats.example.test:443",
		},
		override: {
			services: {
				caddy: {
					environment: { CADDY_TLS_DIRECTIVE: FROM_AUTHORITY },
					networks: { outside: { aliases } },
				},
				authority: {
					image: `loggia-caddy:${inject("imageTag")}`,
					volumes: [`${certificates}/Caddyfile:/etc/caddy/Caddyfile:ro`],
					sysctls: { "net.ipv4.ip_unprivileged_port_start": 0 },
					networks: { outside: { aliases: ["authority.test"] } },
				},
			},
		},
	});
	const rootOf = () => stack.compose("exec", "--no-TTY", "authority", "cat", ROOT);
	await stack.compose("up", "--detach", "authority");
	await expect.poll(() => rootOf().catch(String)).toContain("BEGIN CERTIFICATE");
	const authority = await rootOf();
	await writeFile(join(certificates, "authority.pem"), authority);
	await stack.compose("up", "--detach", "--wait", "caddy");

	const address = await addressOutside(await stack.containerOf("caddy"));
	const statusOf = (url: string) =>
		ask(url, { authority, address }).then(({ status }) => status, String);

	await expect.poll(() => statusOf("https://example.test/")).toBe(200);
	// To the form that asks for the password.
	await expect.poll(() => statusOf("https://stats.example.test/")).toBe(302);
});

/** Who stands in for a public one. */
const AUTHORITY = `authority.test {
	tls internal
	acme_server
}
`;

/** It looks for port 80, and a stack of a test has another one. */
const FROM_AUTHORITY = `tls {
	issuer acme {
		dir https://authority.test/acme/local/directory
		trusted_roots /certs/authority.pem
		disable_http_challenge
	}
}`;

const ROOT = "/data/caddy/pki/authorities/local/root.crt";

async function addressOutside(container: string): Promise<string> {
	const format =
		"{{range $name, $one := .NetworkSettings.Networks}}{{$name}}={{$one.IPAddress}} {{end}}";
	const networks = await runDocker(["inspect", "--format", format, container]);
	const [, address = ""] = /_outside=([\d.]+)/.exec(networks) ?? [];
	return address;
}

test("below a path with a final slash, and with certificates of one's own, all is served, and while the site is away a page that looks for it", async () => {
	const certificates = temporaryFolder();
	await chmod(certificates, 0o755);
	const authority = await makeCertificate(certificates);
	const stack = await createStack({
		environment: {
			BASE_PATH: "/docs/",
			CADDY_CERTS: certificates,
			CADDY_TLS: "/certs/site.pem /certs/site.key",
		},
		nameServer: "none",
		files: { "site.yaml": "name: Example & Co\n", "pages/index.md": "# Welcome\n" },
		override: IMPATIENT_CADDY,
	});
	await chmod(join(certificates, "site.key"), 0o600);
	await stack.compose("up", "--detach");
	await expect
		.poll(() => stack.compose("logs", "--no-log-prefix", "caddy"))
		.toMatch(/^CADDY_TLS names "\/certs\/site\.key", which must be a file .+ can read$/m);
	await chmod(join(certificates, "site.key"), 0o644);
	await expect.poll(() => stack.compose("ps", "--format", "{{.Health}}", "caddy")).toBe("healthy");

	const page = await ask(`${stack.siteUrl}/docs`, { authority });
	const [, asset = ""] = /"(\/docs\/_nuxt\/[\w.-]+\.js)"/.exec(page.body.toString()) ?? [];
	const event = await ask(`${stack.siteUrl}/docs/ingest/e/`, {
		method: "POST",
		authority,
		headers: { "content-type": "application/json" },
		// More than any other request may have.
		body: JSON.stringify({ api_key: "phc_loggia", event: "x".repeat(100_000), distinct_id: "one" }),
	});
	const renewed = await makeCertificate(certificates);
	await chmod(join(certificates, "site.key"), 0o644);
	// As "./loggia reload" does.
	await stack.compose("exec", "--no-TTY", "caddy", ...RELOAD);
	const afterRenewal = await ask(`${stack.siteUrl}/docs`, { authority: renewed });
	await stack.compose("stop", "site");
	const served = await ask(`${stack.siteUrl}${asset}`, { authority: renewed });
	const away = await ask(`${stack.siteUrl}/docs`, {
		authority: renewed,
		headers: { accept: "text/html" },
	});

	expect([page.status, event.status, afterRenewal.status, served.status]).toEqual([
		200, 200, 200, 200,
	]);
	await expect(ask(`${stack.siteUrl}/docs`, { authority })).rejects.toThrow();
	expect([502, 503]).toContain(away.status);
	expect(away.headers).toMatchObject({ "retry-after": "5", "cache-control": "no-store" });
	expect(away.body.toString()).toMatch(
		/<meta http-equiv="refresh" content="5">.*<h1[^>]*>Example &amp; Co</s,
	);
	const log = await stack.compose("logs", "--no-log-prefix", "caddy");
	expect(log).toContain(
		`The site is at ${stack.siteUrl}/docs/, the dashboard at ${stack.analyticsUrl}`,
	);
});

const RELOAD = [
	"caddy",
	"reload",
	"--force",
	"--adapter",
	"caddyfile",
	"--config",
	"/etc/caddy/Caddyfile",
];

test("secrets come from files of the operator, and the engine shows none of them", async () => {
	const folder = temporaryFolder();
	await chmod(folder, 0o755);
	const environment: Record<string, string> = {};
	for (const [name, secret] of Object.entries(SECRETS)) {
		environment[`${name}_FILE`] = join(folder, name);
		await writeFile(join(folder, name), `${secret}\n`);
	}
	const stack = await createStack({ environment });
	await stack.compose("up", "--detach", "--wait", "analytics", "site");

	const answers = await stack.evaluateIn("analytics", CODE_THAT_USES_SECRETS);
	const page = await stack.evaluateIn("site", CODE_THAT_LOOKS);
	const shown = await runDocker([
		"inspect",
		await stack.containerOf("site"),
		await stack.containerOf("analytics"),
	]);

	expect(JSON.parse(answers)).toEqual([200, true, 200]);
	expect(JSON.parse(page)).toEqual([true, false]);
	for (const secret of Object.values(SECRETS)) expect(shown).not.toContain(secret);
});

const SECRETS = {
	ANALYTICS_API_KEY: "phx_of_the_container_test",
	ANALYTICS_PASSWORD: "password of the file",
	POSTHOG_KEY: "phc_of_the_container_test",
	PREVIEW_SECRET: "a secret that signs previews",
};

/** Each by a request that is refused without it. */
const CODE_THAT_USES_SECRETS = `
	const json = { "content-type": "application/json" };
	const ask = (path, options) => fetch("http://127.0.0.1:8000" + path, options).then(({ status }) => status);
	const answers = [
		ask("/api/v1/flags", { headers: { authorization: "Bearer ${SECRETS.ANALYTICS_API_KEY}" } }),
		ask("/api/session", {
			method: "POST",
			headers: { ...json, "sec-fetch-site": "same-origin", "${DASHBOARD_HEADER}": "1" },
			body: JSON.stringify({ password: "${SECRETS.ANALYTICS_PASSWORD}" }),
		}).then((status) => status < 300),
		ask("/e/", {
			method: "POST",
			headers: json,
			body: JSON.stringify({ api_key: "${SECRETS.POSTHOG_KEY}", event: "sent", distinct_id: "one" }),
		}),
	];
	Promise.all(answers).then((list) => console.log(JSON.stringify(list)));`;

/** Pages name the key; a secret for previews is made only where the operator has given none. */
const CODE_THAT_LOOKS = `
	fetch("http://127.0.0.1:3000/").then(async (page) => {
		const isNamed = (await page.text()).includes("${SECRETS.POSTHOG_KEY}");
		console.log(JSON.stringify([isNamed, require("node:fs").existsSync("/data/preview-secret")]));
	});`;

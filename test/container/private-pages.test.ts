import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ask } from "./support/ask.ts";
import { createStack } from "./support/create-stack.ts";

/** A provider that knows one visitor, by a cookie. */
const PROVIDER = `
{
	admin off
}
:9091 {
	@ada header Cookie *session=ada*
	header @ada Remote-User ada
	header @ada Remote-Groups staff
	respond 204
}
`;

const FILES = {
	"site.yaml": "name: Example\naccess: { paths: { /staff: [staff] } }\n",
	"pages/index.md": "# Welcome\n",
	"pages/staff.md": "# For staff\n",
};

test("only the provider says who a visitor is: no visitor, no neighbor and no liar while it is away", async () => {
	const folder = temporaryFolder();
	await chmod(folder, 0o755);
	await writeFile(join(folder, "Caddyfile"), PROVIDER);
	const stack = await createStack({
		files: FILES,
		nameServer: "lying",
		extensions: ["deploy/sign-in.yaml"],
		environment: (network) => ({
			FORWARD_AUTH: `${network}.70:9091`,
			SIGN_IN_URL: "https://auth.example/?rd={url}",
		}),
		override: (network) => ({
			services: {
				provider: {
					image: `loggia-caddy:${inject("imageTag")}`,
					volumes: [`${folder}:/etc/caddy:ro`],
					networks: { "sign-in": { ipv4_address: `${network}.70` } },
				},
				neighbor: {
					image: `loggia:${inject("imageTag")}`,
					command: ["-e", NEIGHBOR],
					healthcheck: { disable: true },
					networks: ["stack"],
				},
			},
		}),
	});
	// The health check of its image is for another Caddyfile.
	await stack.compose("up", "--detach", "provider", "neighbor");
	await stack.compose("up", "--detach", "--wait", "caddy", "site", "analytics");
	const authority = await stack.authority();
	const askSite = (path: string, headers: Readonly<Record<string, string>>) =>
		ask(`${stack.siteUrl}${path}`, { authority, headers });
	const staff = (headers: Readonly<Record<string, string>>) => askSite("/staff", headers);

	const forged = await staff({ "remote-user": "eve", "remote-groups": "staff" });
	const known = await staff({ cookie: "session=ada", "remote-groups": "others" });
	const pages = await Promise.all(Array.from({ length: 40 }, () => askSite("/", {})));
	const neighbor = await stack.evaluateIn("neighbor", ASK_SITE);
	await stack.compose("stop", "provider");
	const away = [
		await askSite("/", { cookie: "session=ada" }),
		await staff({ cookie: "session=ada", "remote-user": "ada", "remote-groups": "staff" }),
	];

	expect(forged.status).toBe(302);
	expect(forged.headers.location).toMatch(/^https:\/\/auth\.example\/\?rd=https/);
	expect(known.status).toBe(200);
	expect(known.body.toString()).toContain("For staff");
	expect(known.headers["cache-control"]).toBe("private, no-store");
	expect(pages.filter(({ body }) => !body.toString().includes("Welcome"))).toEqual([]);
	expect(neighbor).toBe("302");
	expect(await stack.compose("logs", "--no-log-prefix", "neighbor")).not.toContain("visited");
	expect(away.map(({ status }) => status)).toEqual([200, 302]);
	expect(await stack.compose("logs", "--no-log-prefix", "resolver")).not.toMatch(/caught|provider/);
});

/** A container of somebody else that answers like the site. */
const NEIGHBOR = `require("node:http").createServer(({ url }, response) => {
	console.log("visited " + url);
	response.end("{}");
}).listen(3000)`;

/** Claims to be Caddy. */
const ASK_SITE = `fetch("http://site:3000/staff", {
	redirect: "manual",
	headers: { "remote-user": "eve", "remote-groups": "staff", "x-forwarded-for": "203.0.113.7" },
}).then(({ status }) => process.stdout.write(String(status)))`;

test("a provider that is a name is refused: while it is away, another host could answer", async () => {
	const stack = await createStack({ environment: { FORWARD_AUTH: "authelia:9091" } });

	await stack.compose("up", "--detach", "caddy");

	await expect
		.poll(() => stack.compose("logs", "--no-log-prefix", "caddy"))
		.toContain("FORWARD_AUTH must be an IP address and a port");
});

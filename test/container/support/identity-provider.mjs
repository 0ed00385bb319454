// An OpenID provider that signs one person in without a form, at https://login.example.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { Provider } from "oidc-provider";

const [cert, key] = ["pem", "key"].map((kind) => readFileSync(`/certificate/site.${kind}`));

const provider = new Provider("https://login.example", {
	clients: [
		{
			client_id: "loggia",
			client_secret: process.env.CLIENT_SECRET,
			redirect_uris: process.env.REDIRECT_URIS.split(" "),
		},
	],
	claims: { openid: ["sub"], profile: ["name", "groups"], email: ["email"] },
	cookies: { keys: ["test"] },
	features: { devInteractions: { enabled: false } },
	interactions: { url: () => "/interaction" },
	findAccount: (_context, id) => ({
		accountId: id,
		claims: () => ({ sub: id, name: "Ada", email: "ada@example.org", groups: ["staff"] }),
	}),
	async loadExistingGrant({ oidc: { client, session, provider: own } }) {
		const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
		grant.addOIDCScope("openid profile email");
		await grant.save();
		return grant;
	},
});
const answer = provider.callback();

createServer({ cert, key }, (request, response) => {
	if (!request.url.startsWith("/interaction")) return void answer(request, response);
	const login = { login: { accountId: "ada" } };
	provider.interactionFinished(request, response, login).catch((error) => console.error(error));
}).listen(443);

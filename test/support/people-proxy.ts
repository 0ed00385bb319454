import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
	request as sendOn,
} from "node:http";
import { listenForTest } from "./listen-for-test.ts";

export interface Person {
	/** Address that the person comes from. */
	readonly address: string;
	/** What stands in for the browser's own; absent: that. */
	readonly userAgent?: string;
}

export interface PeopleProxyOptions {
	/** Origin of the site. */
	readonly site: string;
	readonly personOf: (name: string) => Person;
	/** Which requests are never answered. */
	readonly isHeld: (url: string) => boolean;
}

/**
 * A proxy in front of a site, as operators have one, behind which one browser is many
 * people: a call to `http://{name}.people.localhost` comes from the address of that name.
 * They share one site, and so one process of the browser: one that goes with its page is
 * ended after half a second, which on a busy machine is before it has sent what it had to.
 *
 * The name is in the requests themselves, so that also what a page sends when it is left is
 * its visitor's, which settings of a page in Chromium do not reach.
 */
export async function startPeopleProxy({
	site,
	personOf,
	isHeld,
}: PeopleProxyOptions): Promise<{ readonly originOf: (name: string) => string }> {
	const server = createServer((request, response) => {
		if (isHeld(request.url ?? "")) return;
		const [name = ""] = (request.headers.host ?? "").split(".", 1);
		passOn(site, personOf(name), request, response);
	});
	const port = await listenForTest(server);
	return { originOf: (name) => `http://${name}.people.localhost:${port}` };
}

function passOn(
	site: string,
	{ address, userAgent }: Person,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	const headers = {
		...request.headers,
		"x-forwarded-for": address,
		"user-agent": userAgent ?? request.headers["user-agent"],
	};
	const { method, url } = request;
	const upstream = sendOn(site + url, { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	upstream.on("error", () => response.destroy());
	response.on("close", () => upstream.destroy());
	request.pipe(upstream);
}

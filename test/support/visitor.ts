import type { FastifyInstance } from "fastify";
import { PROJECT_KEY } from "./analytics-service.ts";

export const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

export interface Visitor {
	readonly address?: string;
	readonly userAgent?: string;
}

/** Sends page views as a browser behind a proxy on the same machine does. */
export function visitor({ address = "203.0.113.7", userAgent = CHROME }: Visitor = {}) {
	const send = (service: FastifyInstance, event: object) =>
		service.inject({
			method: "POST",
			url: "/e/",
			headers: { "user-agent": userAgent, "x-forwarded-for": address },
			payload: JSON.stringify(event),
		});
	return {
		send,
		view: (service: FastifyInstance, url: string, properties: object = {}) =>
			send(service, pageView(url, properties)),
	};
}

/** A page view of an anonymous visitor, with new ids. */
export function pageView(url: string, properties: object = {}): object {
	return {
		event: "$pageview",
		uuid: crypto.randomUUID(),
		properties: {
			token: PROJECT_KEY,
			distinct_id: crypto.randomUUID(),
			$lib: "web",
			$current_url: url,
			$process_person_profile: false,
			...properties,
		},
	};
}

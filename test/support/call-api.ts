import type { FastifyInstance, InjectOptions } from "fastify";
import { PERSONAL_KEY } from "./analytics.ts";

/** Asks the API with the tests' personal key. */
export function callApi(service: FastifyInstance, options: InjectOptions | string) {
	const { headers, ...rest } = typeof options === "string" ? { url: options } : options;
	return service.inject({
		...rest,
		headers: { authorization: `Bearer ${PERSONAL_KEY}`, ...headers },
	});
}

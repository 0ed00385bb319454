/** The part that tests use: the package has no types of its own. */
declare module "oidc-provider" {
	import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

	class Provider {
		constructor(issuer: string, configuration: object);
		callback(): RequestListener;
		interactionFinished(
			request: IncomingMessage,
			response: ServerResponse,
			result: object,
		): Promise<void>;
	}

	// biome-ignore lint/style/noDefaultExport: the package has it.
	export { Provider as default };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

const CADDYFILE = join(import.meta.dirname, "../../Caddyfile");

/** Ports on this machine. */
export interface ShippedProxy {
	readonly healthPort: number;
	/** Of the only replica. */
	readonly sitePort: number;
	/** The folder that containers share as a volume. */
	readonly buildsFolder: string;
	readonly logFile: string;
}

/** @returns The project's own Caddyfile, with the addresses and folders of this machine. */
export function shippedCaddyfile(proxy: ShippedProxy): string {
	const { healthPort, sitePort, buildsFolder, logFile } = proxy;
	const changes: readonly (readonly [RegExp, string])[] = [
		[/^\tauto_https /m, "\tadmin off\n$&"],
		[/http:\/\/:2020 /, `http://:${healthPort} `],
		[/(?:^\tto \{\$STACK_NETWORK.*:3000\n)+/m, `\tto 127.0.0.1:${sitePort}\n`],
		[/\/srv\/builds/g, buildsFolder],
		[/\/tmp\/requests\.log/, logFile],
	];
	return changes.reduce(
		(text, [pattern, value]) => {
			if (!pattern.test(text)) throw new SyntaxError(`The Caddyfile must contain ${pattern}`);
			return text.replace(pattern, value);
		},
		readFileSync(CADDYFILE, "utf8"),
	);
}

/** Ports on this machine. */
export interface BareProxy {
	readonly healthPort: number;
	readonly httpPort: number;
	readonly proxyPort: number;
	readonly filesPort: number;
	/** The server behind `proxyPort`. */
	readonly serverPort: number;
	/** The folder that `filesPort` serves. */
	readonly folder: string;
}

/** @returns A Caddyfile with only a reverse proxy and a file server. */
export function bareCaddyfile(proxy: BareProxy): string {
	const { healthPort, httpPort, proxyPort, filesPort, serverPort, folder } = proxy;
	return `{
	admin off
	persist_config off
	skip_install_trust
	http_port ${httpPort}
}
http://:${healthPort} {
	bind 127.0.0.1
	respond 204
}
localhost:${proxyPort} {
	reverse_proxy 127.0.0.1:${serverPort}
}
localhost:${filesPort} {
	root ${folder}
	file_server {
		precompressed br zstd gzip
	}
}
`;
}

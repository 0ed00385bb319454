/** Returns the bytes of a request for `loadHttp()`, which sends them unchanged. */
export function getRequest(target: string, headers: Readonly<Record<string, string>>): Buffer {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	return Buffer.from(`GET ${target} HTTP/1.1\r\nhost: bench\r\n${lines.join("")}\r\n`);
}

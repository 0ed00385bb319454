/** The bytes of a request, to be sent by `loadHttp()` as they are. */
export function getRequest(target: string, headers: Readonly<Record<string, string>>): Buffer {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	return Buffer.from(`GET ${target} HTTP/1.1\r\nhost: bench\r\n${lines.join("")}\r\n`);
}

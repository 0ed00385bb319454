import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Writes `site.pem` and `site.key` for a name.
 *
 * @returns The certificate, which is its own authority.
 */
export async function makeCertificate(folder: string, name = "localhost"): Promise<string> {
	const words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
	const subject = ["-nodes", "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
	const files = ["-keyout", "site.key", "-out", "site.pem"];
	await promisify(execFile)("openssl", [...words, ...subject, ...files], { cwd: folder });
	return readFile(join(folder, "site.pem"), "utf8");
}

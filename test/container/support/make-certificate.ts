import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Writes a certificate for a name, such as `site.pem`, and its key, such as `site.key`.
 *
 * @returns The certificate, which is its own authority.
 */
export async function makeCertificate(
	folder: string,
	name = "localhost",
	file = "site",
): Promise<string> {
	const words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
	const subject = ["-nodes", "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
	const files = ["-keyout", `${file}.key`, "-out", `${file}.pem`];
	await promisify(execFile)("openssl", [...words, ...subject, ...files], { cwd: folder });
	return readFile(join(folder, `${file}.pem`), "utf8");
}

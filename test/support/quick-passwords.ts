import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * A password takes a fifth of a second of a processor on purpose, and the tests of what surrounds it try dozens.
 * The product's own cost is paid by every service that a test starts as a process.
 */
const QUICK = { N: 2 ** 8 };

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, ...rest) => {
	const [options, done] = rest.length === 1 ? [{}, rest[0]] : rest;
	scrypt(password, salt, length, { ...options, ...QUICK }, done);
};
syncBuiltinESMExports();

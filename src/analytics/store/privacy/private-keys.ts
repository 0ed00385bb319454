/** Click ids: they identify a person's click to the ad network. */
const CLICK_IDS = `
	gclid gadsource gclsrc dclid gbraid wbraid fbclid fbp fbc ga gaclientid msclkid twclid
	lifatid mccid igshid ttclid rdtcid irclid kx epik qclid sccid yclid ymclid dicbo srsltid
	mkttok hsenc hsmi veroid
`;

const AGENTS = ["useragent", "rawuseragent", "httpuseragent", "ua"];

/** Whole names of credentials. */
const CREDENTIALS = ["auth", "xauth", "sid", "connectsid", "phpsessid", "jsessionid"];

const NAMES: ReadonlySet<string> = new Set([
	...CLICK_IDS.trim().split(/\s+/),
	...AGENTS,
	...CREDENTIALS,
]);

/** Secrets, accounts and cards, matched anywhere in a name's joined words. */
const SECRET_INSIDE =
	/passw(?:or[dt]|d)|kennwort|motdepasse|contrasena|wachtwoord|losenord|pincode|authorization|authcode|(?:api|access|secret|private|signing|encryption|master|ssh|license)key|(?:credit|debit|bank)card|kreditkarte|cardn(?:umber|um|o)|accountnumber|kontonummer|socialsecurity|passportn(?:umber|o)/;
/** Secrets, matched only at the end of a name: `tokenizer` is not a token. */
const SECRET_AT_END =
	/(?:token|secret|passphrase|passcode|pwd|jwt|otp|cvv2?|cvc2?|iban|ssn|bearer|credential|signature|cookie|senha|hasło|haslo|parola|salasana|пароль|密码|密碼|パスワード|비밀번호)s?$|(?:^|user|db|login|smtp|mail|admin)pass$/;
const SECRET_LAST_WORD = /^(?:pin|pw)$/;

/** IP addresses in any spelling: `$ip`, `clientIp`, `ip_address`, `x-forwarded-for`. */
const ADDRESS_WORD = /^(?:x?real|client|user)?ips?(?:addr(?:ess)?|v?[46])?$/;
const ADDRESS_NAME = /(?:ip|remote)addr(?:ess)?$|^x?(?:original)?forwarded(?:for)?$|^clientip$/;

/** Prefixes under which clients repeat properties. */
const REPEATED = /^(?:\$|initial_|session_entry_|set_|first_|last_|latest_)+/;

/** No private name is longer, in any spelling. */
const MAX_LENGTH = 80;

/**
 * Whether values of a name must not be stored: click ids, user agents, IP addresses, secrets, accounts and
 * cards, in any spelling.
 */
export function isPrivateKey(key: string): boolean {
	// An assignment to it would set the object's prototype.
	if (key === "__proto__") return true;
	// `$feature/` precedes a flag's key, and the value is a variant of the flag.
	if (key.length > MAX_LENGTH || key.startsWith("$feature/")) return false;
	const words = key
		.normalize("NFKD")
		.replace(/[\u0300-\u036f]/g, "")
		.normalize("NFC")
		.replace(REPEATED, "")
		.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "");
	const joined = words.join("");
	return (
		NAMES.has(joined) ||
		ADDRESS_NAME.test(joined) ||
		SECRET_INSIDE.test(joined) ||
		SECRET_AT_END.test(joined) ||
		SECRET_LAST_WORD.test(words.at(-1) ?? "") ||
		words.some((word) => ADDRESS_WORD.test(word))
	);
}

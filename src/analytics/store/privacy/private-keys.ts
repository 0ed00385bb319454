/** Click ids: they name one click of one person to the network that sold it. */
const CLICK_IDS = [
	"gclid",
	"gadsource",
	"gclsrc",
	"dclid",
	"gbraid",
	"wbraid",
	"fbclid",
	"fbp",
	"fbc",
	"ga",
	"gaclientid",
	"msclkid",
	"twclid",
	"lifatid",
	"mccid",
	"igshid",
	"ttclid",
	"rdtcid",
	"irclid",
	"kx",
	"epik",
	"qclid",
	"sccid",
	"yclid",
	"ymclid",
	"dicbo",
	"srsltid",
	"mkttok",
	"hsenc",
	"hsmi",
	"veroid",
];

const AGENTS = ["useragent", "rawuseragent", "httpuseragent", "ua"];

/** What opens an account, as headers and forms call it. */
const CREDENTIALS = [
	"authorization",
	"proxyauthorization",
	"cookie",
	"cookies",
	"setcookie",
	"password",
	"passwd",
	"accesstoken",
	"refreshtoken",
	"idtoken",
];

const NAMES: ReadonlySet<string> = new Set([...CLICK_IDS, ...AGENTS, ...CREDENTIALS]);

/** In any spelling: `$ip`, `clientIp`, `ip_address`, `x-forwarded-for`. */
const ADDRESS_WORD = /^(?:x?real|client|user)?ips?(?:addr(?:ess)?|v?[46])?$/;
const ADDRESS_NAME = /(?:ip|remote)addr(?:ess)?$|^x?(?:original)?forwarded(?:for)?$|^clientip$/;

/** Clients repeat properties under such names. */
const REPEATED = /^(?:\$|initial_|session_entry_|set_|first_|last_|latest_)+/;

/** No private name is longer, however it is written. */
const MAX_LENGTH = 80;

/** Whether what stands under a key is never stored, whatever it is. */
export function isPrivateKey(key: string): boolean {
	// Would become the object's prototype where it is assigned.
	if (key === "__proto__") return true;
	if (key.length > MAX_LENGTH) return false;
	const plain = key.normalize("NFKC").replace(REPEATED, "");
	const words = plain
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[^a-z0-9]+/);
	const bare = words.join("");
	return (
		NAMES.has(bare) || ADDRESS_NAME.test(bare) || words.some((word) => ADDRESS_WORD.test(word))
	);
}

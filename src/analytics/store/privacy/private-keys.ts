/** Click ids: they name one click of one person to the network that sold it. */
const CLICK_IDS = [
	"gclid",
	"gadsource",
	"gclsrc",
	"dclid",
	"gbraid",
	"wbraid",
	"fbclid",
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
];

const AGENTS = ["useragent", "rawuseragent"];

/** In any spelling: `$ip`, `clientIp`, `ip_address`, `x-forwarded-for`. */
const ADDRESS_KEY =
	/^(?:client|remote|user|visitor|real|source|src|peer|request|xreal)?ip(?:addr(?:ess)?|v?[46])?$|^remoteaddr(?:ess)?$|^x?forwarded(?:for)?$/;

const NAMES: ReadonlySet<string> = new Set([...CLICK_IDS, ...AGENTS]);

/** Whether what stands under a key is never stored, whatever it is. */
export function isPrivateKey(key: string): boolean {
	// Would become the object's prototype where it is assigned.
	if (key === "__proto__") return true;
	// The longest name of them has twenty letters.
	if (key.length > 40) return false;
	const bare = key
		.replace(/^\$?(?:initial_)?/, "")
		.replace(/[^a-z0-9]/gi, "")
		.toLowerCase();
	return NAMES.has(bare) || ADDRESS_KEY.test(bare);
}

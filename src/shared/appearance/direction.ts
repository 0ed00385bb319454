const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(
	"ae ar arc ckb dv fa glk ha-arab he ks ku-arab mzn nqo pnb ps sd ug ur yi".split(" "),
);

const RIGHT_TO_LEFT_SCRIPTS = /-(?:Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)(?:-|$)/i;

/**
 * The direction in which a language is written.
 *
 * @param locale A BCP 47 tag.
 * @example
 * directionOf("ar-EG"); // "rtl"
 * directionOf("en"); // "ltr"
 */
export function directionOf(locale: string): "ltr" | "rtl" {
	if (RIGHT_TO_LEFT_SCRIPTS.test(locale)) return "rtl";
	const [language = "", second = ""] = locale.toLowerCase().split("-");
	// A subtag of four letters is the script, which decides.
	if (second.length === 4) return RIGHT_TO_LEFT.has(`${language}-${second}`) ? "rtl" : "ltr";
	return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

import { decodeLeniently } from "../decode-leniently.ts";

/** Words that stay lower case inside a title. */
const SHORT_WORDS: ReadonlySet<string> = new Set(
	"a an and as at but by for if in is nor of on or the to with".split(" "),
);

/** Names with a fixed spelling. */
const NAMES = bySpelling(
	"AirPlay AirTag AppleScript AsciiDoc BigQuery Bitbucket BusyBox CircleCI ClickHouse Cloudflare CloudFormation " +
		"CloudFront CloudWatch CockroachDB CoffeeScript CouchDB CSharp DataDog DeepL DevOps DigitalOcean DirectX " +
		"DNSSEC DynamoDB eBPF ECMAScript FastAPI FileMaker FreeBSD GitBook GitHub GitLab GitOps GraphQL gRPC " +
		"HashiCorp HomeKit HubSpot iCloud IntelliJ iOS iPad iPadOS iPhone iTunes JavaScript jQuery JUnit JupyterLab " +
		"LaTeX LinkedIn LiveView macOS MariaDB MathML MongoDB MySQL NestJS NetBSD NextAuth NixOS NumPy OAuth OpenAI " +
		"OpenAPI OpenBSD OpenCV OpenGL OpenID OpenPGP OpenSearch OpenSSH OpenSSL OpenStack OpenTelemetry OpenVPN " +
		"PayPal PhpStorm PlayStation PostCSS PostgreSQL PostHog PowerPoint PowerShell PubSub PyCharm PyPI PyTorch " +
		"QuickTime RabbitMQ ReactJS RubyGems SaaS SageMaker ServiceNow SharePoint SolidJS SourceForge SQLAlchemy " +
		"SQLite StackBlitz StackOverflow SwiftUI TeamCity TensorFlow TikTok tvOS TypeORM TypeScript VirtualBox " +
		"VitePress VMware VSCode VuePress watchOS WebAssembly WebAuthn WebDAV WebGL WebGPU WebRTC WebSocket " +
		"WebStorm WhatsApp WireGuard WordPress WooCommerce XCode YouTube",
);

const CAPITAL = /\p{Lu}/u;

/** Abbreviations that are not English words. */
const ABBREVIATIONS = bySpelling(
	"AI API APIs AWS CDN CI CLI CMS CORS CPU CSP CSRF CSS CSV DNS DOM FAQ FAQs FTP GCP GDPR GPU HTML HTTP HTTPS " +
		"ID IDE IDs IMAP IP JSON JWT LDAP LLM LLMs MCP MDX MFA ORM PDF PHP PWA REPL RPC RSS SAML SDK SDKs SEO SMTP " +
		"SQL SSG SSH SSL SSO SSR SVG TCP TLS TOML TOTP UDP UI URL URLs USB UUID UX VPN VPS WSL XML XSS YAML",
);

function bySpelling(names: string): ReadonlyMap<string, string> {
	return new Map(names.split(" ").map((name) => [name.toLowerCase(), name]));
}

/** Maximum number of capitalized parts in a name. */
const MAX_PARTS = 4;

/**
 * Makes a title from the last segment of a path, for pages without one.
 *
 * `getting-started`, `some_thing` and `someThing` become words. Names and abbreviations get their
 * capitals. A date at the start, as in blog posts, is removed.
 *
 * @param path Decoded or not: a segment that is still percent-encoded is decoded here.
 * @returns The empty string for `/`, whose title is the site's name.
 * @example
 * titleOfPath("/guide/getting-started"); // "Getting Started"
 * titleOfPath("/the-art-of-war"); // "The Art of War"
 */
export function titleOfPath(path: string): string {
	const segment = path.split("/").findLast((part) => part !== "") ?? "";
	const name = decodeLeniently(segment).replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, "");
	return wordsOf(name).map(titleCase).join(" ");
}

function wordsOf(segment: string): string[] {
	return segment
		.split(/[-_\s]+/u)
		.filter((part) => part !== "")
		.flatMap((part) => (CAPITAL.test(part) ? joinNames(splitAtCapitals(part)) : [part]));
}

function splitAtCapitals(part: string): string[] {
	return part
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
		.split(" ");
}

/** Joins the parts of a name: `Type` and `Script`. */
function joinNames(parts: readonly string[]): string[] {
	const words: string[] = [];
	for (let index = 0; index < parts.length; ) {
		let count = Math.min(MAX_PARTS, parts.length - index);
		while (count > 1 && !NAMES.has(bareName(parts.slice(index, index + count)))) count -= 1;
		words.push(parts.slice(index, index + count).join(""));
		index += count;
	}
	return words;
}

/** Lower-case name without version digits: `oauth` for `OAuth2`. */
function bareName(parts: readonly string[]): string {
	return parts.join("").toLowerCase().replace(/\d+$/, "");
}

function titleCase(word: string, position: number): string {
	const bare = bareName([word]);
	const name = NAMES.get(bare) ?? ABBREVIATIONS.get(bare);
	if (name !== undefined) return name + word.slice(name.length);
	if (/^\p{Lu}{2,}/u.test(word)) return word;
	const lower = word.toLowerCase();
	if (position > 0 && SHORT_WORDS.has(lower)) return lower;
	const [first = ""] = word;
	return first.toUpperCase() + word.slice(first.length);
}

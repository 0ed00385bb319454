import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Debian's headless build is first: it is the same engine, and takes a quarter less processor time per test.
 * Distributions without such a build have packages with the next name.
 */
const HEADLESS = "chromium-headless-shell";
const NAMES = [HEADLESS, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * Headless Chromium also loads two pages for the address bar of each context, which is half of the
 * processor time of a short test. The rest is Playwright's own list: only the last such option counts.
 */
const DISABLED_FEATURES = [
	"WebUIOmniboxPopup",
	"WebUIOmniboxAimPopup",
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"HttpsUpgrades",
	"LensOverlay",
	"MediaRouter",
	"OptimizationHints",
	"PaintHolding",
	"PreconnectToSearch",
	"ThirdPartyStoragePartitioning",
	// A spare process for the next page: a test ends before it needs one.
	"SpareRendererForSitePerProcess",
];

/** The same arguments inside and outside of containers, without requests to other hosts. */
const CHROMIUM_ARGUMENTS: readonly string[] = [
	"--no-sandbox",
	"--disable-gpu",
	// Without a GPU, drawing needs no separate process, which every frame would pass through.
	"--in-process-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	`--disable-features=${DISABLED_FEATURES.join(",")}`,
];

/**
 * Options with which Playwright launches this machine's Chromium.
 *
 * @throws {Error} When there is none.
 */
export function chromiumOptions(...more: readonly string[]) {
	const executablePath = findChromium();
	if (executablePath === undefined) throw new Error(ABSENT);
	return { executablePath, args: [...CHROMIUM_ARGUMENTS, ...more] };
}

const ABSENT =
	"The browser tests need Chromium: install it, or name its executable in CHROMIUM_PATH";

/** @returns `CHROMIUM_PATH`, or the first Chromium of the search path, or `undefined`. */
function findChromium(): string | undefined {
	const named = process.env["CHROMIUM_PATH"];
	if (named !== undefined && named !== "") return named;
	const folders = (process.env["PATH"] ?? "").split(delimiter);
	const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
	return candidates.find((candidate) => existsSync(candidate));
}

/**
 * Installs Chromium if it is missing, only as root on Debian, where this needs no confirmation.
 *
 * @throws {Error} When there is none and it could not be installed; the message says what to do.
 */
export function ensureChromium(): void {
	if (findChromium() !== undefined) return;
	if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
		// Not every Debian release has the first package.
		if (!installWithApt(HEADLESS)) installWithApt("chromium");
	}
	if (findChromium() !== undefined) return;
	throw new Error(ABSENT);
}

function installWithApt(name: string): boolean {
	process.stderr.write(`Installing ${name} …\n`);
	for (const step of [["update"], ["install", "--yes", "--no-install-recommends", name]]) {
		const { status } = spawnSync("apt-get", ["-qq", ...step], {
			env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
			// Shows progress on standard error, like the other messages.
			stdio: ["ignore", 2, 2],
		});
		if (status !== 0) return false;
	}
	return true;
}

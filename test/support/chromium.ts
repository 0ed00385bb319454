import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Debian's build without any window comes first: the same engine, and a quarter less processor time for a
 * test. The packages of a distribution that has no such build have the name of the next one.
 */
const HEADLESS = "chromium-headless-shell";
const NAMES = [HEADLESS, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * Even without a window, the browser loads two pages for the address bar of each context, which is half
 * of the processor time of a short test. The others are Playwright's own: the last list is the one that counts.
 */
const DISABLED_FEATURES = [
	...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
	...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
	...["LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding", "PreconnectToSearch"],
	"ThirdPartyStoragePartitioning",
	// A process in advance for the next page: a test has no next page by the time that it ends.
	"SpareRendererForSitePerProcess",
];

/** The same everywhere, container or not, and silent toward the outside world. */
const CHROMIUM_ARGUMENTS: readonly string[] = [
	"--no-sandbox",
	"--disable-gpu",
	// What draws without one needs no process of its own, which every frame goes to and comes from.
	"--in-process-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	`--disable-features=${DISABLED_FEATURES.join(",")}`,
];

/**
 * What Playwright needs to launch the Chromium of this machine.
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
 * Installs Chromium where that needs no questions: as root on a Debian.
 *
 * @throws {Error} When there is none and it could not be installed; the message says what to do.
 */
export function ensureChromium(): void {
	if (findChromium() !== undefined) return;
	if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
		// Not every Debian has the first.
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
			// Its progress is for people who wait for it, so it goes where the other messages go.
			stdio: ["ignore", 2, 2],
		});
		if (status !== 0) return false;
	}
	return true;
}

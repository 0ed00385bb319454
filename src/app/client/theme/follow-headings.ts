const LINKS = ".contents-list a";

/** Distance from the top within which a heading is current, as a share of the window's height. */
const READING_LINE = 0.25;

/** Marks the current section in the table of contents. @returns A function to call after the page changed. */
export function followHeadings(page: Window): () => void {
	const { document } = page;
	const observer = new IntersectionObserver(mark, {
		rootMargin: `0px 0px -${100 - READING_LINE * 100}% 0px`,
	});
	let isWatching = false;
	page.addEventListener("scroll", watch, { passive: true });
	restart();
	return restart;

	function restart(): void {
		observer.disconnect();
		isWatching = false;
		// At the top no section is current. The page may be scrolled already, by its fragment or by a
		// quick visitor.
		if (page.scrollY > 0) watch();
	}

	function watch(): void {
		if (isWatching) return;
		isWatching = true;
		for (const heading of headingsOf(links())) observer.observe(heading);
	}

	function mark(): void {
		const current = headingsOf(links()).findLast(
			(heading) => heading.getBoundingClientRect().top <= page.innerHeight * READING_LINE,
		);
		for (const link of links()) {
			if (current !== undefined && idOf(link) === current.id)
				link.setAttribute("aria-current", "location");
			else link.removeAttribute("aria-current");
		}
	}

	function links(): HTMLAnchorElement[] {
		return [...document.querySelectorAll<HTMLAnchorElement>(LINKS)];
	}

	function headingsOf(entries: readonly HTMLAnchorElement[]): HTMLElement[] {
		return entries.flatMap((link) => document.getElementById(idOf(link)) ?? []);
	}
}

function idOf(link: HTMLAnchorElement): string {
	return decodeURIComponent(link.hash.slice(1));
}

/** Styles of the dialog, and of the highlights on the page of a result. */
export const SEARCH_STYLES = `
.search-dialog {
	width: min(40rem, calc(100vw - 2rem));
	max-height: min(36rem, calc(100dvh - 6rem));
	margin: 4rem auto auto;
	padding: 0;
	border: 1px solid var(--color-line);
	border-radius: var(--radius-large);
	background: var(--color-raised);
	box-shadow: var(--shadow-raised);
	color: var(--color-text);
}
.search-dialog[open] { display: flex; flex-direction: column; }
.search-dialog::backdrop { background: rgb(0 0 0 / 0.45); }
.search-field { display: flex; align-items: center; gap: .5rem; padding: .75rem 1rem; border-bottom: 1px solid var(--color-line); }
.search-field form { display: contents; }
.search-field input { flex: 1; min-width: 0; min-height: 2.75rem; padding: 0 .25rem; border: 0; outline: 0; background: none; color: var(--color-heading); font: inherit; font-size: 1.0625rem; appearance: none; }
.search-field:has(input:focus-visible) { box-shadow: inset 0 -2px var(--color-primary); }
.search-field button { min-height: 2.25rem; padding: 0 .75rem; border: 1px solid var(--color-line); border-radius: var(--radius-small); background: var(--color-surface); color: var(--color-muted); font: inherit; font-size: var(--text-small); cursor: pointer; }
.search-list { overflow-y: auto; padding: .5rem; overscroll-behavior: contain; }
.search-group + .search-group { margin-top: .5rem; }
.search-page { padding: .5rem .75rem .25rem; color: var(--color-muted); font-size: var(--text-smaller); font-weight: 650; }
.search-place { display: block; padding: .5rem .75rem; border-radius: var(--radius); color: inherit; text-decoration: none; cursor: pointer; }
.search-place[aria-selected=true], .search-place:hover { background: var(--color-primary-soft); }
.search-place[aria-selected=true] { outline: 2px solid var(--color-primary); outline-offset: -2px; }
.search-heading { color: var(--color-heading); font-weight: 600; overflow-wrap: anywhere; }
.search-excerpt { display: -webkit-box; overflow: hidden; color: var(--color-muted); font-size: var(--text-small); overflow-wrap: anywhere; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.search-dialog mark { background: none; color: var(--color-primary); font-weight: 650; text-decoration: underline; text-underline-offset: .15em; }
.search-status { margin: 0; padding: 1rem 1.25rem; color: var(--color-muted); }
.search-status:empty { display: none; }
.search-status.search-quiet { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
.search-all { margin: 0; }
.search-all a { display: block; padding: .75rem 1.25rem; border-top: 1px solid var(--color-line); font-size: var(--text-small); }
.search-all a[hidden], .search-list[hidden] { display: none; }
@media (width < 40rem) {
	.search-dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; border: 0; border-radius: 0; }
}
::highlight(search) { background: var(--color-warning-line); color: var(--color-heading); }
`;

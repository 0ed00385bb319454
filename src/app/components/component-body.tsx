import { Component, Fragment, type ReactElement, type ReactNode, Suspense } from "react";
import type { BodyElement, BodyNode } from "../../shared/page/payload.ts";
import { useWords } from "../runtime-config.ts";
import { type PageView, useView } from "../view.ts";

/** Renders a Markdown body with components of the site folder, which are in the view, as one React tree. */
export function ComponentBody({ nodes }: { readonly nodes: readonly BodyNode[] }): ReactElement {
	const view = useView();
	const components = (view.kind === "page" ? view.components : undefined) ?? {};
	return (
		<>
			{nodes.map((node, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a body never changes its order.
				<Fragment key={index}>{nodeOf(node, components)}</Fragment>
			))}
		</>
	);
}

function nodeOf(node: BodyNode, components: NonNullable<PageView["components"]>): ReactNode {
	if (typeof node === "string") return node;
	if (!("component" in node)) return elementOf(node);
	const Component = components[node.component];
	const children = node.children.length === 0 ? undefined : <ComponentBody nodes={node.children} />;
	if (Component === undefined) return children;
	return (
		<ComponentBoundary name={node.component}>
			<Component {...node.props}>{children}</Component>
		</ComponentBoundary>
	);
}

function elementOf({ tag, attributes, html, children }: BodyElement): ReactElement {
	// The types of React know elements only by a literal name, and the name is data here.
	const Tag = tag as "div";
	const { class: className, style, ...others } = attributes;
	const props = { ...others, className, style: style === undefined ? undefined : styleOf(style) };
	if (html !== undefined) {
		// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown, as the body of any page.
		return <Tag {...props} dangerouslySetInnerHTML={{ __html: html }} />;
	}
	if (children === undefined || children.length === 0) return <Tag {...props} />;
	return (
		<Tag {...props}>
			<ComponentBody nodes={children} />
		</Tag>
	);
}

/** Parses CSS declarations into an object, which React expects. */
function styleOf(text: string): Readonly<Record<string, string>> {
	const declarations = text.split(";").flatMap((declaration) => {
		const [, name, value] = /^\s*([\w-]+)\s*:\s*(.+?)\s*$/.exec(declaration) ?? [];
		return name === undefined || value === undefined ? [] : [[styleName(name), value] as const];
	});
	return Object.fromEntries(declarations);
}

function styleName(name: string): string {
	return name.startsWith("--")
		? name
		: name.replaceAll(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

interface ComponentBoundaryProps {
	readonly name: string;
	readonly children: ReactNode;
}

interface State {
	readonly hasFailed: boolean;
}

/**
 * Replaces a component that throws with a sentence; the rest of the page is rendered. On the server
 * React renders the fallback of `Suspense`, and the browser retries.
 */
class ComponentBoundary extends Component<ComponentBoundaryProps, State> {
	override state: State = { hasFailed: false };

	static getDerivedStateFromError(): State {
		return { hasFailed: true };
	}

	override render(): ReactNode {
		if (this.state.hasFailed) return <Failure />;
		// In the browser, errors reach this class, and the component may only wait for its data.
		const fallback = typeof document === "undefined" ? <Failure /> : undefined;
		return <Suspense fallback={fallback}>{this.props.children}</Suspense>;
	}
}

function Failure(): ReactElement {
	const word = useWords();
	return (
		<p className="component-failure" role="note">
			{word("This part of the page cannot be shown.")}
		</p>
	);
}

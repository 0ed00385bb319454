import { Footer, Header, Sidebar } from "loggia";
import type { ReactNode } from "react";

export default function Wide({ children }: { readonly children: ReactNode }) {
	return (
		<div className="wide-layout">
			<Header />
			<div className="frame">{children}</div>
			<aside hidden>
				<Sidebar />
			</aside>
			<Footer />
		</div>
	);
}

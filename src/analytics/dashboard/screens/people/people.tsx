import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactElement, useDeferredValue } from "react";
import { Link } from "react-router";
import type { DashboardPerson, PersonsAnswer } from "../../../wire/dashboard/persons.ts";
import { pathOf, request } from "../../api/request.ts";
import { Card } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { REACHED_BY_KEYBOARD } from "../../components/reached-by-keyboard.ts";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Empty, Failure, SkeletonRows } from "../../components/state-notices.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { formatTime } from "../../format/times.ts";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { useSearchText } from "../../state/use-search-text.ts";
import { nameOf } from "./name-of.ts";

const PAGE = 50;

/** Everybody of whom a person is kept, the newest first. */
export function People(): ReactElement {
	const [search, setSearch] = useSearchText();
	const [who, setWho] = useParameter("who", "identified");
	const asked = useDeferredValue(search);
	const isAll = who === "all";
	const pages = useInfiniteQuery({
		queryKey: ["persons", asked, isAll],
		queryFn: ({ pageParam, signal }) => {
			const query = new URLSearchParams([
				["limit", String(PAGE)],
				...(asked === "" ? [] : [["search", asked]]),
				...(isAll ? [] : [["identified", "true"]]),
				...(pageParam === "" ? [] : [["cursor", pageParam]]),
			]);
			return request<PersonsAnswer>(`/api/v1/persons?${query}`, { signal });
		},
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
		placeholderData: keepPreviousData,
	});
	const persons = pages.data?.pages.flatMap(({ results }) => results) ?? [];
	return (
		<>
			<ScreenHeader title="People" lead="Those who signed in somewhere and were identified">
				<div className="question-bar">
					<label className="search">
						<Icon name="search" />
						<span className="visually-hidden">Search for people</span>
						<input
							type="search"
							placeholder="Id or property"
							value={search}
							onChange={({ target }) => setSearch(target.value)}
						/>
					</label>
					<Tabs
						label="Who is listed"
						tabs={[
							{ name: "identified", label: "Identified" },
							{ name: "all", label: "All" },
						]}
						chosen={isAll ? "all" : "identified"}
						onChoose={setWho}
					/>
				</div>
			</ScreenHeader>
			<Card title="People">
				{pages.isPending && <SkeletonRows count={8} />}
				{pages.error !== null && (
					<Failure what="the people" error={pages.error} onRetry={() => void pages.refetch()} />
				)}
				{pages.data !== undefined &&
					(persons.length === 0 ? (
						<NoPeople search={asked} />
					) : (
						<PersonTable persons={persons} isOutdated={pages.isPlaceholderData} />
					))}
				{pages.hasNextPage && (
					<button
						type="button"
						className="tool more"
						disabled={pages.isFetchingNextPage}
						onClick={() => void pages.fetchNextPage()}
					>
						{pages.isFetchingNextPage ? "Looking …" : "Older people"}
					</button>
				)}
			</Card>
		</>
	);
}

function NoPeople({ search }: { readonly search: string }): ReactElement {
	if (search !== "") return <Empty title="Nobody is found by that text" />;
	return (
		<Empty title="Nobody has been identified yet">
			<p>
				A person is kept when your site says who they are:{" "}
				<code>posthog.identify("an id of yours")</code>.
			</p>
		</Empty>
	);
}

interface PersonTableProps {
	readonly persons: readonly DashboardPerson[];
	readonly isOutdated: boolean;
}

function PersonTable({ persons, isOutdated }: PersonTableProps): ReactElement {
	const { timeZone } = useQuestion();
	return (
		<div
			className={isOutdated ? "table-scroll answer-outdated" : "table-scroll"}
			{...REACHED_BY_KEYBOARD}
		>
			<table className="table">
				<caption className="visually-hidden">People, the newest first</caption>
				<thead>
					<tr>
						<th scope="col">Person</th>
						<th scope="col">Properties</th>
						<th scope="col" className="number">
							Ids
						</th>
						<th scope="col">First seen</th>
					</tr>
				</thead>
				<tbody>
					{persons.map((person) => (
						<tr key={person.id}>
							<th scope="row">
								<Link to={pathOf`/people/${person.id}`}>{nameOf(person)}</Link>
							</th>
							<td className="clipped">{Object.keys(person.properties).join(", ")}</td>
							<td className="number">{person.distinct_ids.length}</td>
							<td className="nowrap">{formatTime(person.created_at, timeZone)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

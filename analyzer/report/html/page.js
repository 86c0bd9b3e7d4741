"use strict";
(() => {
	const data = JSON.parse(document.getElementById("data").textContent);
	const BANKS = 32, CELL = 18, LEFT = 46, TOP = 18;
	const HIDDEN_AT = 12; /* findings are collapsed if there are more than this */

	/* Sets text as text only: nothing in the data is taken for markup. */
	function make(name, attributes, ...children) {
		return fill(document.createElement(name), attributes, children);
	}
	function makeSvg(name, attributes, ...children) {
		return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
	}
	function fill(node, attributes, children) {
		for (const [key, value] of Object.entries(attributes || {}))
			if (value !== null && value !== undefined && value !== false)
				node.setAttribute(key, value === true ? "" : value);
		for (const child of children)
			if (child !== null && child !== undefined)
				node.append(child);
		return node;
	}
	const count = (n, noun) => n.toLocaleString("en") + " " + noun + (n === 1 ? "" : "s");
	const lineId = (file, line) => "f" + file + "-l" + line;
	const distinct = (list) => [...new Set(list)];

	function placeLink(at) {
		if (at.file < 0)
			return null;
		const text = data.files[at.file].path + ":" + at.line + (at.column ? ":" + at.column : "");
		return make("a", { href: "#" + lineId(at.file, at.line), class: "place" }, text);
	}

	/* --- sums ----------------------------------------------------------------------------------- */

	/* What is not understood has no cost. */
	const excessOf = (access) => access.certainty === "unknown" ? 0 : Math.max(0, access.wavefronts - access.ideal);
	const sureOf = (access) => access.certainty === "exact" ? excessOf(access) : 0;
	const placeOf = (at) => at.file + ":" + at.line + ":" + at.column + ":" + (at.object || "");
	const reportedPlaces = new Set(data.findings.filter((finding) => finding.rule).map(placeOf));
	const reportedOf = (access) => reportedPlaces.has(placeOf(access)) ? excessOf(access) : 0;
	const sum = (list, f) => list.reduce((total, item) => total + f(item), 0);

	/* A header's kernel is in the data once for each file that includes it. */
	function distinctKernels() {
		const seen = new Set();
		return data.kernels.filter((kernel) => {
			const key = JSON.stringify(kernel);
			return !seen.has(key) && seen.add(key);
		});
	}
	const kernels = distinctKernels();
	for (const kernel of kernels) {
		kernel.excess = sum(kernel.accesses, excessOf);
		kernel.sure = sum(kernel.accesses, sureOf);
		kernel.reported = sum(kernel.accesses, reportedOf);
		kernel.wavefronts = sum(kernel.accesses, (access) => access.wavefronts);
		kernel.ideal = sum(kernel.accesses, (access) => access.ideal);
		kernel.ways = Math.max(0, ...kernel.accesses.map((access) => access.ways));
		kernel.unknown = kernel.accesses.filter((access) => access.certainty === "unknown").length;
	}

	/* For each line the kernel and block with the most excess wavefronts. */
	function heatOfLines() {
		const heat = new Map();
		for (const kernel of kernels) {
			const lines = new Map();
			for (const access of kernel.accesses) {
				const id = lineId(access.file, access.line);
				const line = lines.get(id) || { excess: 0, sure: 0, wavefronts: 0, ideal: 0, unknown: 0, kernel };
				line.excess += excessOf(access);
				line.sure += sureOf(access);
				line.wavefronts += access.wavefronts;
				line.ideal += access.ideal;
				line.unknown += access.certainty === "unknown" ? 1 : 0;
				lines.set(id, line);
			}
			for (const [id, line] of lines)
				if (!heat.has(id) || heat.get(id).excess < line.excess)
					heat.set(id, line);
		}
		return heat;
	}
	const heat = heatOfLines();
	const hottest = Math.max(1, ...[...heat.values()].map((line) => line.excess));

	/* --- kernels -------------------------------------------------------------------------------- */

	const blockText = (kernel) => kernel.block.join("\u00d7") + (kernel.block_from === "launch" ? "" : " (" + kernel.block_from + ")");

	/* What is certain is filled, what is at most so much is hatched. */
	function bars(sure, all, most) {
		const piece = (n, name) => n ? make("span", { class: name, style: "width:" + (100 * n / most).toFixed(1) + "%", "aria-hidden": "true" }) : null;
		return [piece(sure, "bar"), piece(all - sure, "bar bound")];
	}
	/* "at most", as a sign, before a number that is a bound. */
	const atMost = (sure, all) => all > sure ? make("span", { class: "at-most", title: "a bound" }, "\u2264\u00a0") : null;

	function kernelRow(kernel, rank, most) {
		const id = lineId(kernel.file, kernel.line);
		const remark = kernel.failed ? "not evaluated to its end: " + kernel.failed :
			kernel.unknown ? kernel.unknown + (kernel.unknown === 1 ? " access" : " accesses") + " not understood" : "";
		return make("tr", { class: "kernel" },
			make("td", { class: "n" }, String(rank)),
			make("td", null, kernel.file < 0 ? kernel.name : make("a", { href: "#" + id }, kernel.name || "?"),
				make("div", { class: "soft place" }, kernel.file < 0 ? "" : data.files[kernel.file].path + ":" + kernel.line)),
			make("td", null, blockText(kernel)),
			make("td", { class: "n reported" }, kernel.reported.toLocaleString("en")),
			make("td", { class: "n" }, atMost(kernel.sure, kernel.excess), make("span", { class: "excess" }, kernel.excess.toLocaleString("en"))),
			make("td", { class: "bars" }, ...bars(kernel.sure, kernel.excess, most)),
			make("td", { class: "n" }, kernel.wavefronts.toLocaleString("en")),
			make("td", { class: "n" }, kernel.ideal.toLocaleString("en")),
			make("td", { class: "n" }, kernel.ways > 1 ? kernel.ways + "-way" : "\u2013"),
			make("td", null, remark));
	}

	function showKernels() {
		const list = [...kernels].sort((a, b) => b.reported - a.reported || b.excess - a.excess);
		const most = Math.max(1, ...list.map((kernel) => kernel.excess));
		const head = ["#", "Kernel", "Block", "Reported excess", "Excess wavefronts", "filled: exact, hatched: at most", "Wavefronts", "Ideal", "Worst", "Remarks"];
		const section = document.getElementById("kernels");
		section.append(make("h2", null, "Kernels, by the excess wavefronts of a block that are reported"));
		if (!list.length)
			section.append(make("p", null, "No kernel was analysed."));
		else
			section.append(make("div", { class: "wide" }, make("table", null,
				make("thead", null, make("tr", null, ...head.map((text) => make("th", { scope: "col" }, text)))),
				make("tbody", null, ...list.map((kernel, i) => kernelRow(kernel, i + 1, most))))));
	}

	/* --- pictures ------------------------------------------------------------------------------- */

	/* The accessed words by pass, with their lanes: [{lanes, word, pass}]. */
	function servedWords(picture) {
		const words = new Map();
		for (let i = 0; i < picture.touches.length; i += 3) {
			const [lane, word, pass] = picture.touches.slice(i, i + 3);
			const key = word + "/" + pass;
			if (!words.has(key))
				words.set(key, { lanes: [], word, pass });
			words.get(key).lanes.push(lane);
		}
		return [...words.values()];
	}
	const bankOf = (word) => ((word % BANKS) + BANKS) % BANKS;
	const rowOf = (word) => Math.floor(word / BANKS);

	/* A word that several passes serve (atomics) is one cell of memory, and a cell each in the view of passes. */
	function cellsOf(picture, view) {
		const cells = new Map();
		for (const served of servedWords(picture)) {
			const row = view === "memory" ? rowOf(served.word) : served.pass;
			const key = row + "/" + bankOf(served.word);
			const cell = cells.get(key) || { row, bank: bankOf(served.word), word: served.word, lanes: [], passes: [] };
			cell.lanes.push(...served.lanes);
			cell.passes.push(served.pass);
			cells.set(key, cell);
		}
		return [...cells.values()];
	}

	function drawCell(cell, y, chosen) {
		const [color, ink] = data.colors[cell.lanes[0]];
		const x = LEFT + cell.bank * CELL;
		const state = chosen < 0 ? "" : cell.passes.includes(chosen) ? " on" : " off";
		const passes = distinct(cell.passes).map((pass) => pass + 1).join(", ");
		const words = "bank " + cell.bank + ", byte " + cell.word * 4 + ": lane" + (cell.lanes.length > 1 ? "s " : " ") +
			cell.lanes.join(", ") + "; pass " + passes;
		return makeSvg("g", { class: "cell" + state, "data-bank": cell.bank, "data-row": cell.row,
			"data-lanes": cell.lanes.join(" "), "data-passes": distinct(cell.passes).join(" ") },
			makeSvg("title", null, words),
			makeSvg("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 2, fill: color }),
			makeSvg("text", { x: x + CELL / 2, y: y + CELL / 2 + 3.5, style: "fill:" + ink },
				cell.lanes[0] + (distinct(cell.lanes).length > 1 ? "+" : "")));
	}

	function drawBanks(height, view) {
		const group = makeSvg("g", { "aria-hidden": "true" });
		for (let bank = 0; bank < BANKS; bank++) {
			group.append(makeSvg("rect", { class: "idle", x: LEFT + bank * CELL + 1, y: TOP, width: CELL - 2, height }));
			if (bank % 4 === 0)
				group.append(makeSvg("text", { x: LEFT + bank * CELL + 2, y: TOP - 5 }, "bank " + bank));
		}
		group.append(makeSvg("text", { x: 2, y: TOP - 5 }, view === "memory" ? "byte" : ""));
		return group;
	}

	/* A broken line marks rows of memory that are left out. */
	function drawRows(rows, view, picture) {
		const group = makeSvg("g", { "aria-hidden": "true" });
		rows.forEach((row, i) => {
			const y = TOP + i * CELL;
			const skips = view === "memory" && i > 0 && rows[i - 1] + 1 !== row;
			const starts = view === "passes" && i > 0 && picture.phases[row] !== picture.phases[rows[i - 1]];
			if (skips || starts)
				group.append(makeSvg("line", { class: "rule", x1: 2, x2: LEFT + BANKS * CELL, y1: y, y2: y }));
			group.append(makeSvg("text", { x: 2, y: y + CELL / 2 + 3.5 }, view === "memory" ? String(row * 128) : "pass " + (row + 1)));
		});
		return group;
	}

	function draw(picture, view, chosen, label) {
		const cells = cellsOf(picture, view);
		const rows = distinct(cells.map((cell) => cell.row)).sort((a, b) => a - b);
		const at = new Map(rows.map((row, i) => [row, TOP + i * CELL]));
		const height = TOP + rows.length * CELL + 2;
		return makeSvg("svg", { viewBox: "0 0 " + (LEFT + BANKS * CELL + 2) + " " + height, role: "img", "aria-label": label },
			drawBanks(rows.length * CELL, view), drawRows(rows, view, picture),
			...cells.map((cell) => drawCell(cell, at.get(cell.row), chosen)));
	}

	function costText(picture) {
		const ideal = " (ideal " + picture.ideal + ")";
		const words = picture.wavefronts <= picture.ideal ? ": no conflict" : picture.ways > 1 ? ": " + picture.ways + "-way conflict" : "";
		return count(picture.wavefronts, "wavefront") + ideal + words;
	}

	function figure(name, price, picture, state, side) {
		const cost = costText(picture) + price;
		const chosen = state.pass - 1;
		return make("figure", { class: side, "data-wavefronts": picture.wavefronts },
			make("figcaption", null, name, make("span", { class: "cost" }, cost)),
			draw(picture, state.view, chosen, name + ": " + cost),
			picture.remarks ? make("p", { class: "remarks" }, picture.remarks.trim()) : null);
	}
	const priced = (layout) => layout.text + (layout.price ? " (" + layout.price + ")" : "");

	/* The access in the chosen layout. */
	function figureAfter(layout, picture, state) {
		const name = "After " + layout.text, price = layout.price ? "; " + layout.price : "";
		return picture ? figure(name, price, picture, state, "after") : make("figure", { class: "after" }, make("figcaption", null, name),
			make("p", { class: "remarks" }, "Not drawn: the layout has no place for this access."));
	}

	/* --- findings ------------------------------------------------------------------------------- */

	function options(select, entries, chosen) {
		select.replaceChildren(...entries.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
	}

	function control(text, input) {
		return make("label", null, text, input);
	}

	/* The picture of a finding with its controls: layout, warp, iteration, pass and view. */
	function pictures(finding, table) {
		const state = { map: 0, layout: 0, pass: 0, view: "memory" };
		const layout = make("select", { class: "layout" });
		const warp = make("select", { class: "warp" }), iteration = make("select", { class: "iteration" });
		const view = make("select", { class: "view" });
		const pass = make("input", { type: "range", class: "pass", min: 0, value: 0 });
		const said = make("output", { class: "said" });
		const pair = make("div", { class: "pair" });
		const map = () => finding.maps[state.map];
		const after = () => map().after[state.layout];
		const passes = () => Math.max(map().now.phases.length, after() ? after().phases.length : 0);

		function redraw() {
			state.pass = Math.min(state.pass, passes());
			pass.max = passes();
			pass.value = state.pass;
			said.textContent = state.pass ? state.pass + " of " + passes() : "all";
			pair.replaceChildren(figure(finding.certainty === "data-dependent" ? "At worst" : "Now", "", map().now, state, "now"),
				...(map().after.length ? [figureAfter(finding.layouts[state.layout], after(), state)] : []));
			for (const row of table ? table.querySelectorAll("tbody tr") : [])
				row.classList.toggle("here", row.sectionRowIndex === state.layout);
		}
		function choose(index) {
			state.map = index;
			const iterations = finding.maps.map((m, i) => [m, i]).filter(([m]) => m.warp === map().warp);
			options(iteration, iterations.map(([m, i]) => [i, m.iteration + " \u2013 " + count(m.now.wavefronts, "wavefront") +
				(m.count > 1 ? ", " + m.count + " times alike" : "")]), index);
			redraw();
		}
		function step(by) {
			state.pass = (state.pass + by + passes() + 1) % (passes() + 1);
			redraw();
		}
		const warps = distinct(finding.maps.map((m) => m.warp));
		options(warp, warps.map((w) => [w, w]), finding.maps[0].warp);
		options(view, [["memory", "memory, 128 bytes a row"], ["passes", "passes over the banks"]], "memory");
		options(layout, finding.layouts.map((l, i) => [i, priced(l)]), 0);
		layout.addEventListener("change", () => { state.layout = Number(layout.value); redraw(); });
		warp.addEventListener("change", () => choose(finding.maps.findIndex((m) => m.warp === Number(warp.value))));
		iteration.addEventListener("change", () => choose(Number(iteration.value)));
		view.addEventListener("change", () => { state.view = view.value; redraw(); });
		pass.addEventListener("input", () => { state.pass = Number(pass.value); redraw(); });
		const back = make("button", { type: "button", class: "back", "aria-label": "previous pass" }, "\u25c0");
		const next = make("button", { type: "button", class: "next", "aria-label": "next pass" }, "\u25b6");
		back.addEventListener("click", () => step(-1));
		next.addEventListener("click", () => step(1));
		choose(0);
		return [make("div", { class: "pick" }, map().after.length > 1 ? control("Layout", layout) : null,
			control("Warp", warp), control("Iteration", iteration), control("Rows", view), make("span", null, back, " ", next), control("Pass", pass), said),
			pair, make("p", { class: "soft" }, "A cell is a bank's word of 4 bytes, in the colour of its lane and with the lane's " +
				"number; \u201c+\u201d: several lanes. Warps and iterations that are not listed have the addresses of one that is listed, or one like it.")];
	}

	function snippet(finding) {
		const lines = finding.file < 0 ? null : data.files[finding.file].lines;
		if (!lines)
			return null;
		const rows = [];
		for (let n = Math.max(1, finding.line - 2); n <= Math.min(lines.length, finding.line + 2); n++)
			rows.push(make("tr", { class: n === finding.line ? "here" : null },
				make("td", { class: "number" }, (n === finding.line ? "\u25b6 " : "") + n), make("td", null, lines[n - 1])));
		return make("table", { class: "source", "aria-label": "source" }, make("tbody", null, ...rows));
	}

	function layoutTable(finding) {
		if (!finding.layouts.length)
			return null;
		const row = (layout) => make("tr", null, make("td", null, layout.text), make("td", { class: "n" }, layout.wavefronts.toLocaleString("en")),
			make("td", { class: "n" }, layout.ways > 1 ? layout.ways + "-way" : "none"),
			make("td", { class: "n" }, layout.extra_bytes === null ? "?" : layout.extra_bytes.toLocaleString("en")));
		return make("div", { class: "wide" }, make("table", { class: "layouts" },
			make("thead", null, make("tr", null, ...["Layouts that were tried", "Wavefronts of all accesses", "Worst conflict left", "Extra bytes"]
				.map((text) => make("th", { scope: "col" }, text)))),
			make("tbody", null, ...finding.layouts.map(row))));
	}

	function note(at) {
		const link = at.file < 0 ? null : placeLink(at);
		return make("li", null, at.text, link ? " " : null, link);
	}

	function showFinding(finding, index) {
		const box = make("details", { id: "finding-" + index, class: "finding " + finding.severity },
			make("summary", null, make("span", { class: "word" }, finding.severity), " ",
				finding.file < 0 ? "" : make("span", { class: "place" }, data.files[finding.file].path + ":" + finding.line),
				" " + finding.message, finding.rule ? make("span", { class: "soft" }, " [" + finding.rule + "]") : null));
		lazily(box, () => {
			const table = layoutTable(finding);
			return [make("p", null, placeLink(finding), finding.kernel ? " in " : null, finding.kernel ? make("code", null, finding.kernel) : null,
				finding.excess ? " \u2013 " + count(finding.excess, "excess wavefront") + " of a block" : null,
				finding.certainty ? " \u2013 " + finding.certainty : null),
			snippet(finding),
			make("ul", { class: "notes" }, ...finding.notes.map(note)),
			table, ...(finding.maps.length ? pictures(finding, table) : [])];
		});
		return box;
	}

	/* Makes the content of a closed box when it is first opened. */
	function lazily(box, content) {
		box.fill = () => {
			if (box.lastElementChild.className !== "inside")
				box.append(make("div", { class: "inside" }, ...content()));
		};
		box.addEventListener("toggle", () => box.open && box.fill());
	}

	function showFindings() {
		const section = document.getElementById("findings");
		section.append(make("h2", null, "Findings, the costliest first"));
		if (!data.findings.length)
			section.append(make("p", null, "There is none."));
		const severities = ["error", "warning", "note"];
		const rank = (finding) => (finding.rule ? 0 : 3) + severities.indexOf(finding.severity);
		const order = data.findings.map((finding, i) => i).sort((a, b) =>
			rank(data.findings[a]) - rank(data.findings[b]) || data.findings[b].excess - data.findings[a].excess || a - b);
		order.forEach((i) => {
			const box = showFinding(data.findings[i], i);
			section.append(box);
			if (data.findings.length <= HIDDEN_AT) {
				box.fill();
				box.open = true;
			}
		});
	}

	/* --- sources -------------------------------------------------------------------------------- */

	function heatCell(file, n) {
		const line = heat.get(lineId(file, n));
		if (!line)
			return make("td", { class: "heat" });
		const words = line.kernel.name + ", block " + blockText(line.kernel) + ": " + count(line.wavefronts, "wavefront") +
			", ideal " + line.ideal + (line.unknown ? ", some not understood" : "");
		return make("td", { class: "heat", title: words, "data-excess": line.excess }, ...bars(line.sure, line.excess, hottest),
			make("span", { class: "count" }, atMost(line.sure, line.excess), line.excess ? "+" + line.excess.toLocaleString("en") : line.unknown ? "?" : "0"));
	}

	function sourceRow(file, text, n, found) {
		return make("tr", { id: lineId(file, n) }, heatCell(file, n), make("td", { class: "number" }, String(n)),
			make("td", { class: "found" }, ...found.flatMap((i) => [make("a", { href: "#finding-" + i, title: data.findings[i].message },
				data.findings[i].severity + " " + (i + 1)), " "])), make("td", null, text));
	}

	function showFile(file, index) {
		const found = new Map();
		data.findings.forEach((finding, i) => {
			if (finding.file === index)
				found.set(finding.line, [...(found.get(finding.line) || []), i]);
		});
		const lines = [...heat.keys()].filter((id) => id.startsWith("f" + index + "-"));
		const excess = sum(lines, (id) => heat.get(id).excess);
		const box = make("details", { class: "file", "data-file": index },
			make("summary", null, make("span", { class: "word place" }, file.path), make("span", { class: "soft" },
				" \u2013 " + (excess ? "+" + count(excess, "excess wavefront") : lines.length ? "no excess wavefronts" : "no access to shared memory"))));
		lazily(box, () => [!file.lines ? make("p", null, "This file cannot be read.") : make("table", { class: "source" },
			make("tbody", null, ...file.lines.map((text, i) => sourceRow(index, text, i + 1, found.get(i + 1) || []))))]);
		return box;
	}

	function showSources() {
		const section = document.getElementById("sources");
		section.append(make("h2", null, "Sources, with the excess wavefronts of each line"));
		data.files.forEach((file, i) => section.append(showFile(file, i)));
		if (data.files.length === 1)
			openBox(section.querySelector("details"));
	}

	/* --- all ------------------------------------------------------------------------------------ */

	function openBox(box) {
		box.fill();
		box.open = true;
	}

	/* Opens the box that a link leads to. */
	function follow() {
		const name = location.hash.slice(1), line = /^f(\d+)-l\d+$/.exec(name);
		const box = line ? document.querySelector('details.file[data-file="' + line[1] + '"]') :
			/^finding-\d+$/.test(name) ? document.getElementById(name) : null;
		if (!box)
			return;
		openBox(box);
		const target = document.getElementById(name);
		if (target) {
			for (const other of document.querySelectorAll("tr.here[id]"))
				other.classList.remove("here");
			if (line)
				target.classList.add("here");
			target.scrollIntoView({ block: line ? "center" : "start" });
		}
	}

	function showSummary() {
		const counts = ["error", "warning", "note"].map((word) => [word, data.findings.filter((f) => f.rule && f.severity === word).length]).filter(([, n]) => n);
		document.getElementById("summary").textContent = count(distinct(kernels.map((kernel) => kernel.file + "/" + kernel.line + "/" + kernel.mangled)).length, "kernel") + " in " +
			count(data.analysed, "file") + ", " +
			(counts.length ? counts.map(([word, n]) => count(n, word)).join(", ") : "no findings") +
			". A wavefront is one pass of a warp's access over the 32 banks; excess ones are what conflicts cost. smemlint " + data.smemlint;
	}

	showSummary();
	showKernels();
	showFindings();
	showSources();
	follow();
	window.addEventListener("hashchange", follow);
	window.addEventListener("beforeprint", () => document.querySelectorAll("details.finding").forEach(openBox));
})();

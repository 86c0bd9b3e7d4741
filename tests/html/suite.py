"""The page of --format=html in a browser: what is chosen by clicks and keys is drawn, and agrees with the JSON output and
with the hardware's rule for words of 4 bytes (bank = word mod 32).  77: there is no chromium here."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import chromium

SMEMLINT = os.environ["SMEMLINT"]
EXAMPLE = "testdata/examples/transpose.cu"
KERNELS = "kernels/transpose.cu"
CELLS = """[...document.querySelectorAll(%s + " .cell")].map(g => ({bank: +g.dataset.bank, row: +g.dataset.row,
    lanes: g.dataset.lanes.split(" ").map(Number), passes: g.dataset.passes.split(" ").map(Number),
    state: g.classList.contains("on") ? "on" : g.classList.contains("off") ? "off" : "", x: +g.querySelector("rect").getAttribute("x"),
    y: +g.querySelector("rect").getAttribute("y"), text: g.querySelector("text").textContent}))"""


def lint(folder, *words):
    """Both documents of one run."""
    page, report = os.path.join(folder, "page.html"), os.path.join(folder, "report.json")
    subprocess.run([SMEMLINT, "--no-cache", "--cuda-path=none", *words, "--output", "html:" + page, "--output", "json:" + report],
                   stderr=subprocess.DEVNULL, timeout=120)
    with open(report) as file:
        return page, json.load(file)


def cells(browser, finding, side):
    return browser.js(CELLS % json.dumps("#finding-%d .%s" % (finding, side)))


def places(drawn):
    return sorted((lane, cell["bank"], cell["row"]) for cell in drawn for lane in cell["lanes"])


def is_quiet(browser, page):
    assert not browser.problems, browser.problems
    assert browser.requests == ["file://" + page], browser.requests


# --- what is drawn --------------------------------------------------------------------------------------


def check_example(browser, folder):
    """The lanes of warp w read tile[lane][w]: words 32 * lane + w, and 32 * lane + (w ^ lane) in the swizzled tile."""
    page, report = lint(folder, EXAMPLE)
    browser.open(page)
    is_quiet(browser, page)
    assert len(report["files"][0]["diagnostics"]) == 1
    for warp in (0, 1, 17, 31):
        choose(browser, "warp", warp)
        assert places(cells(browser, 0, "now")) == [(lane, warp, lane) for lane in range(32)], warp
        assert places(cells(browser, 0, "after")) == [(lane, warp ^ lane, lane) for lane in range(32)], warp
    for cell in cells(browser, 0, "now"):
        assert cell["text"] == str(cell["lanes"][0]) and cell["x"] == 46 + 18 * cell["bank"] + 1
    browser.requests.clear()


def choose(browser, what, value):
    browser.js("""(() => { const s = document.querySelector("#finding-0 select.%s"); s.value = "%s";
        s.dispatchEvent(new Event("change")); })()""" % (what, value))


def check_layouts(browser):
    """Each layout that is offered, for several warps: where tile[lane][warp] lies in it, and what that costs."""
    words = {"XOR-swizzling the column as tile[r][c ^ (r % 32)] (no extra memory)": lambda r, c: 32 * r + (c ^ r % 32),
             "padding the rows of 'tile' to [32][33] (+128 bytes)": lambda r, c: 33 * r + c}
    offered = browser.js("""[...document.querySelectorAll("#finding-0 select.layout option")].map(o => [o.value, o.textContent])""")
    assert sorted(text for _, text in offered) == sorted(words), offered
    for value, text in offered:
        choose(browser, "layout", value)
        for warp in (0, 1, 31):
            choose(browser, "warp", warp)
            at = [words[text](lane, warp) for lane in range(32)]
            assert places(cells(browser, 0, "after")) == [(lane, word % 32, word // 32) for lane, word in enumerate(at)], (text, warp)
            assert places(cells(browser, 0, "now")) == [(lane, warp, lane) for lane in range(32)], warp
            banks = [word % 32 for word in at]
            cost = browser.js("+document.querySelector('#finding-0 .after').dataset.wavefronts")
            assert cost == max(map(banks.count, banks)) == 1, (text, cost)
        caption = browser.js("document.querySelector('#finding-0 .after figcaption').textContent")
        name, price = text.rstrip(")").rsplit(" (", 1)
        assert caption == "After %s1 wavefront (ideal 1): no conflict; %s" % (name, price), caption
        row = browser.js("document.querySelector('#finding-0 .layouts tr.here').textContent")
        assert row.startswith(name), row
    browser.js("""document.querySelector("#finding-0 select.layout").focus()""")
    for key, code, index in (("ArrowUp", 38, 0), ("ArrowDown", 40, 1), ("ArrowUp", 38, 0)):
        browser.key(key, key, code)
        browser.until("""document.querySelector("#finding-0 .after figcaption").textContent.startsWith(%s)"""
                      % json.dumps("After " + offered[index][1].rsplit(" (", 1)[0]))


def check_warp_by_keys(browser):
    browser.js("""document.querySelector("#finding-0 select.warp").focus()""")
    browser.key("3", "Digit3", 51, "3")
    browser.until("""document.querySelector("#finding-0 select.warp").value === "3" """)
    assert {cell["bank"] for cell in cells(browser, 0, "now")} == {3}


def check_passes(browser):
    """Pass by pass: 32 of one lane each, and after the fix a single one with all."""
    seen = []
    for number in range(1, 33):
        browser.click("#finding-0 .next")
        on = [cell for cell in cells(browser, 0, "now") if cell["state"] == "on"]
        assert len(on) == 1 and on[0]["passes"] == [number - 1], on
        seen += on[0]["lanes"]
        assert browser.js("document.querySelector('#finding-0 .said').textContent") == "%d of 32" % number
        after = {cell["state"] for cell in cells(browser, 0, "after")}
        assert after == {"on" if number == 1 else "off"}, after
    assert sorted(seen) == list(range(32))
    browser.click("#finding-0 .next")
    assert {cell["state"] for cell in cells(browser, 0, "now")} == {""}
    browser.click("#finding-0 .back")
    assert sum(cell["state"] == "on" for cell in cells(browser, 0, "now")) == 1


def check_findings(browser, folder):
    """Every finding of a file with many: the worst access as the JSON output has it."""
    page, report = lint(folder, KERNELS)
    browser.open(page)
    diagnostics = report["files"][0]["diagnostics"]
    assert len(diagnostics) > 5
    for i, finding in enumerate(diagnostics):
        said = browser.js("document.querySelector('#finding-%d summary').textContent" % i)
        assert finding["message"] in said and "%s:%d" % (KERNELS, finding["place"]["line"]) in said, said
        worst, drawn = finding["fact"]["worst"], cells(browser, i, "now")
        assert finding["fact"]["bytes"] == 4
        column = [cell for cell in drawn if cell["bank"] == worst["bank"]]
        assert sorted(lane for cell in column for lane in cell["lanes"]) == worst["lanes"], (i, column)
        assert len(column) == worst["ways"] == finding["ways"]
        for side in ("now", "after"):
            drawn = cells(browser, i, side)
            banks = [cell["bank"] for cell in drawn]
            wavefronts = browser.js("+document.querySelector('#finding-%d .%s').dataset.wavefronts" % (i, side))
            assert max(map(banks.count, banks)) == wavefronts == 1 + max(cell["passes"][0] for cell in drawn), (i, side)
            assert len({(cell["bank"], cell["passes"][0]) for cell in drawn}) == len(drawn)
        assert wavefronts == 1 or finding["advice"]["layouts"][0]["ways"] > 1
    check_kernels(browser, diagnostics)
    is_quiet(browser, page)
    browser.requests.clear()


def check_merged(browser, folder):
    """data[8 * lane + i], four of which are one load now, is four loads in other layouts: each draws its passes."""
    page, report = lint(folder, "kernels/merge.cu")
    browser.open(page)
    index = next(i for i, f in enumerate(report["files"][0]["diagnostics"]) if f["kernel"] == "eight_turns")
    browser.js("location.hash = '#finding-%d'" % index)
    browser.until("document.querySelector('#finding-%d .after svg') !== null" % index)
    at = [(lane, word ^ word // 32 % 8) for lane in range(32) for word in range(8 * lane, 8 * lane + 4)]
    drawn = cells(browser, index, "after")
    assert places(drawn) == sorted((lane, word % 32, word // 32) for lane, word in at), drawn
    assert sorted((cell["bank"], cell["passes"]) for cell in drawn) == sorted((bank, [number]) for bank in range(32) for number in range(4))
    assert browser.js("document.querySelector('#finding-%d .after .remarks').textContent" % index).startswith("4 accesses of 4 bytes")
    browser.requests.clear()


def check_kernels(browser, diagnostics):
    rows = browser.js("""[...document.querySelectorAll("tr.kernel")].map(r => [r.querySelector("a").textContent,
        +r.querySelector(".excess").textContent.replaceAll(",", "")])""")
    assert [n for _, n in rows] == sorted((n for _, n in rows), reverse=True) and rows[0][1] > 0
    excess = {}
    for finding in diagnostics:
        excess[finding["kernel"]] = excess.get(finding["kernel"], 0) + finding["excess"]
    assert dict(row for row in rows if row[1]) == excess, (rows, excess)
    for finding in diagnostics: # the heat strip
        line = browser.js("+document.querySelector('#f0-l%d .heat').dataset.excess" % finding["place"]["line"])
        assert line == finding["excess"], (line, finding["place"])
    cold = browser.js("""document.querySelector("#f0-l1 .heat").textContent""")
    assert cold == "", cold


# --- how it is used -------------------------------------------------------------------------------------


def check_links_and_keys(browser):
    browser.js("window.followed = ''; addEventListener('hashchange', () => { followed = location.hash; })") # after the page's own
    browser.click("tr.kernel a")
    browser.until("followed && document.querySelector(followed + '.here') !== null")
    browser.click(".source a[href='#finding-2']")
    browser.until("followed === '#finding-2'")
    browser.js("document.querySelector('#finding-2 summary').focus()")
    browser.key("Enter", "Enter", 13, "\r")
    browser.until("!document.querySelector('#finding-2').open")
    browser.js("location.hash = ''; location.hash = '#finding-2'")
    browser.until("document.querySelector('#finding-2').open")


def check_looks(browser):
    """Dark and light follow the system, paper is white, and text can be read on every lane's colour."""
    color = "getComputedStyle(document.body).backgroundColor"
    seen = []
    for scheme, media in (("light", ""), ("dark", ""), ("dark", "print")):
        browser.media(scheme, media)
        seen.append(browser.js(color))
    assert seen[0] == seen[2] == "rgb(255, 255, 255)" and seen[1] != seen[0], seen
    browser.media()
    contrast = browser.js("""(() => {
        const light = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16) / 255)
            .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
        return JSON.parse(document.getElementById("data").textContent).colors.map(([paper, ink]) =>
            (Math.max(light(paper), light(ink)) + .05) / (Math.min(light(paper), light(ink)) + .05)); })()""")
    assert len(contrast) == 32 and min(contrast) >= 4.5, min(contrast)
    wide = browser.js("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert wide, "the page is wider than its window"


def check_hostile(browser, folder):
    """Names and texts that would be markup, and bytes that are no text, stay what they are."""
    name = os.path.join(folder, "</script><img src=x onerror=alert(1)>&\"'.cu".replace("/", "\u2215"))
    with open(name, "wb") as file:
        file.write(b"// </script><script>document.title = 'x'</script><!-- \xff\xfe \xe2\x80\xa8 -->\n")
        file.write(b"__global__ void k(float *o) { __shared__ float tile[32][32]; // <b>&amp;\n"
                   b"\to[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; /* <!--<script> */ }\n")
    page, report = lint(folder, "--block", "32,32", name)
    browser.open(page)
    is_quiet(browser, page)
    assert len(report["files"][0]["diagnostics"]) == 1
    assert browser.js("document.title") == "Shared-memory bank conflicts"
    assert browser.js("document.querySelectorAll('img, main script').length") == 0
    listing = browser.js("document.querySelector('.file .source').textContent")
    assert "</script><script>document.title = 'x'</script><!-- \ufffd\ufffd" in listing and "<b>&amp;" in listing, listing
    assert len(cells(browser, 0, "now")) == 32
    browser.requests.clear()


def check_nothing(browser, folder):
    page, _ = lint(folder, "testdata/clean/layouts.cu")
    browser.open(page)
    is_quiet(browser, page)
    assert "no findings" in browser.js("document.getElementById('summary').textContent")


def main():
    if not chromium.find():
        print("skipped: there is no chromium here")
        return 77
    with tempfile.TemporaryDirectory(prefix="smemlint-html-") as folder, chromium.Chromium() as browser:
        check_example(browser, folder)
        check_layouts(browser)
        check_warp_by_keys(browser)
        choose(browser, "warp", 0)
        check_passes(browser)
        check_findings(browser, folder)
        check_links_and_keys(browser)
        check_looks(browser)
        check_merged(browser, folder)
        browser.requests.clear()
        check_hostile(browser, folder)
        check_nothing(browser, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

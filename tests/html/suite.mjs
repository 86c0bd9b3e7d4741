// The page of --format=html in a browser: what is chosen by clicks and keys is drawn, and agrees with the JSON output and
// with the hardware's rule for words of 4 bytes (bank = word mod 32).  SMEMLINT: the program; PICTURES: where the screenshots of
// docs/users/pictures.md go, or none; NODE_FOLDER, CHROMIUM: ../browser.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from '../browser.mjs';
import { takePictures } from './pictures.mjs';

const EXAMPLE = 'testdata/examples/transpose.cu';
const KERNELS = 'kernels/transpose.cu';
const LANES = [...Array(32).keys()];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'smemlint-html-'));
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const problems = [], requests = [];
page.on('console', (message) => problems.push(message.text()));
page.on('pageerror', (error) => problems.push(error.message));
page.on('request', (request) => requests.push(request.url()));

/** Opens the page of a run that was quiet on it, and gives the other document of that run. */
async function lint(...words) {
  const file = path.join(folder, 'page.html'), report = path.join(folder, 'report.json');
  spawnSync(process.env.SMEMLINT, ['--no-cache', '--cuda-path=none', ...words, '--output', 'html:' + file, '--output', 'json:' + report],
    { timeout: 120000 });
  requests.length = 0;
  await page.goto(pathToFileURL(file).href);
  isQuiet();
  return JSON.parse(fs.readFileSync(report, 'utf8')).files[0].diagnostics;
}

function isQuiet() {
  assert.deepEqual(problems, []);
  assert.deepEqual(requests, [pathToFileURL(path.join(folder, 'page.html')).href]);
}

const finding = (number, rest = '') => page.locator(`#finding-${number} ${rest}`);
const textOf = (selector) => page.locator(selector).first().textContent();
const wavefronts = async (number, side) => Number(await finding(number, '.' + side).getAttribute('data-wavefronts'));
const choose = (what, value) => finding(0, 'select.' + what).selectOption(String(value));
const sorted = (list) => list.map((item) => JSON.stringify(item)).sort();
const same = (one, other, about) => assert.deepEqual(sorted(one), sorted(other), about);
const places = (drawn) => drawn.flatMap((cell) => cell.lanes.map((lane) => [lane, cell.bank, cell.row]));
const placesOf = (words) => words.map((word, lane) => [lane, word % 32, Math.floor(word / 32)]);

/** How many stand in the bank that has the most. */
function tallest(banks) {
  const counts = banks.map((bank) => banks.filter((other) => other === bank).length);
  return Math.max(...counts);
}

function cells(number, side) {
  return finding(number, `.${side} .cell`).evaluateAll((all) => all.map((cell) => ({
    bank: +cell.dataset.bank, row: +cell.dataset.row, text: cell.querySelector('text').textContent,
    lanes: cell.dataset.lanes.split(' ').map(Number), passes: cell.dataset.passes.split(' ').map(Number),
    state: ['on', 'off'].find((state) => cell.classList.contains(state)) ?? '', x: +cell.querySelector('rect').getAttribute('x'),
  })));
}

// --- what is drawn ------------------------------------------------------------------------------------

/** The lanes of warp w read tile[lane][w]: words 32 * lane + w, and 33 * lane + w in the padded tile. */
async function checkExample() {
  assert.equal((await lint(EXAMPLE)).length, 1);
  for (const warp of [0, 1, 17, 31]) {
    await choose('warp', warp);
    same(places(await cells(0, 'now')), LANES.map((lane) => [lane, warp, lane]), warp);
    same(places(await cells(0, 'after')), placesOf(LANES.map((lane) => 33 * lane + warp)), warp);
  }
  for (const cell of await cells(0, 'now')) {
    assert.equal(cell.text, String(cell.lanes[0]));
    assert.equal(cell.x, 46 + 18 * cell.bank + 1);
  }
}

/** Each layout that is offered, for several warps: where tile[lane][warp] lies in it, and what that costs. */
async function checkLayouts() {
  const words = {
    "padding the rows of 'tile' to [32][33] (+128 bytes)": (r, c) => 33 * r + c,
    'XOR-swizzling the column as tile[r][c ^ (r % 32)] (no extra memory)': (r, c) => 32 * r + (c ^ r % 32),
  };
  const offered = await finding(0, 'select.layout option').evaluateAll((all) => all.map((one) => [one.value, one.textContent]));
  same(offered.map(([, text]) => text), Object.keys(words));
  const names = [];
  for (const [value, text] of offered) {
    const [, name, price] = /^(.*) \(([^(]*)\)$/.exec(text);
    names.push(name);
    await choose('layout', value);
    for (const warp of [0, 1, 31]) {
      await choose('warp', warp);
      const at = LANES.map((lane) => words[text](lane, warp));
      same(places(await cells(0, 'after')), placesOf(at), [text, warp]);
      same(places(await cells(0, 'now')), LANES.map((lane) => [lane, warp, lane]), warp);
      assert.equal(tallest(at.map((word) => word % 32)), 1);
      assert.equal(await wavefronts(0, 'after'), 1);
    }
    assert.equal(await textOf('#finding-0 .after figcaption'), `After ${name}1 wavefront (ideal 1): no conflict; ${price}`);
    assert.ok((await textOf('#finding-0 .layouts tr.here')).startsWith(name));
  }
  await finding(0, 'select.layout').focus();
  for (const [key, index] of [['ArrowUp', 0], ['ArrowDown', 1], ['ArrowUp', 0]]) {
    await page.keyboard.press(key);
    await finding(0, '.after figcaption').filter({ hasText: 'After ' + names[index] }).waitFor();
  }
}

async function checkWarpByKeys() {
  await finding(0, 'select.warp').focus();
  await page.keyboard.press('3');
  await page.waitForFunction(() => document.querySelector('#finding-0 select.warp').value === '3');
  assert.deepEqual(new Set((await cells(0, 'now')).map((cell) => cell.bank)), new Set([3]));
}

/** Pass by pass: 32 of one lane each, and after the fix a single one with all. */
async function checkPasses() {
  const seen = [], states = async (side) => (await cells(0, side)).map((cell) => cell.state);
  await choose('warp', 0);
  for (let number = 1; number <= 32; number++) {
    await finding(0, '.next').click();
    const on = (await cells(0, 'now')).filter((cell) => cell.state === 'on');
    assert.deepEqual(on.map((cell) => cell.passes), [[number - 1]]);
    seen.push(...on[0].lanes);
    assert.equal(await textOf('#finding-0 .said'), `${number} of 32`);
    assert.deepEqual(new Set(await states('after')), new Set([number === 1 ? 'on' : 'off']));
  }
  same(seen, LANES);
  await finding(0, '.next').click();
  assert.deepEqual(new Set(await states('now')), new Set(['']));
  await finding(0, '.back').click();
  assert.equal((await states('now')).filter((state) => state === 'on').length, 1);
}

/** A finding of the page against that of the JSON output: its text, its worst access, what both sides cost. */
async function checkFinding(number, expected) {
  const summary = await textOf(`#finding-${number} summary`), { worst } = expected.fact;
  assert.ok(summary.includes(expected.message) && summary.includes(`${KERNELS}:${expected.place.line}`), summary);
  assert.equal(expected.fact.bytes, 4);
  const column = (await cells(number, 'now')).filter((cell) => cell.bank === worst.bank);
  same(column.flatMap((cell) => cell.lanes), worst.lanes, number);
  assert.equal(column.length, worst.ways);
  assert.equal(expected.ways, worst.ways);
  for (const side of ['now', 'after']) {
    const drawn = await cells(number, side), cost = await wavefronts(number, side);
    assert.equal(tallest(drawn.map((cell) => cell.bank)), cost, [number, side]);
    assert.equal(1 + Math.max(...drawn.map((cell) => cell.passes[0])), cost, [number, side]);
    assert.equal(new Set(drawn.map((cell) => `${cell.bank} ${cell.passes[0]}`)).size, drawn.length);
  }
  assert.ok(await wavefronts(number, 'after') === 1 || expected.advice.layouts[0].ways > 1);
}

async function checkKernels(findings) {
  const rows = await page.locator('tr.kernel').evaluateAll((all) => all.map((row) =>
    [row.querySelector('a').textContent, +row.querySelector('.excess').textContent.replaceAll(',', '')]));
  assert.deepEqual(rows.map(([, n]) => n), rows.map(([, n]) => n).sort((a, b) => b - a));
  const excess = {};
  for (const one of findings)
    excess[one.kernel] = (excess[one.kernel] ?? 0) + one.excess;
  assert.deepEqual(Object.fromEntries(rows.filter(([, n]) => n)), excess);
  for (const one of findings) // the heat strip
    assert.equal(await page.locator(`#f0-l${one.place.line} .heat`).getAttribute('data-excess'), String(one.excess));
  assert.equal(await textOf('#f0-l1 .heat'), '');
}

/** Every finding of a file with many. */
async function checkFindings() {
  const findings = await lint(KERNELS);
  assert.ok(findings.length > 5);
  for (const [number, one] of findings.entries())
    await checkFinding(number, one);
  await checkKernels(findings);
  isQuiet();
}

/** s[32 * lane + i], four of which are one load, stays one. */
async function checkMerged() {
  const number = (await lint('testdata/fixes/index_function.cu')).findIndex((one) => one.kernel === 'sums');
  await page.evaluate((hash) => { location.hash = hash; }, `#finding-${number}`);
  await finding(number, '.after svg').waitFor();
  const drawn = await cells(number, 'after');
  const at = LANES.flatMap((lane) => [0, 1, 2, 3].map((i) => [lane, 36 * lane + i]));
  same(places(drawn), at.map(([lane, word]) => [lane, word % 32, Math.floor(word / 32)]));
}

// --- how it is used -----------------------------------------------------------------------------------

async function checkLinksAndKeys() {
  await page.evaluate(() => { // after the page's own
    window.followed = '';
    addEventListener('hashchange', () => { window.followed = location.hash; });
  });
  const isOpen = (open) => page.waitForFunction((wanted) => document.querySelector('#finding-2').open === wanted, open);
  await page.locator('tr.kernel a').first().click();
  await page.waitForFunction(() => window.followed && document.querySelector(window.followed + '.here'));
  await page.locator(".source a[href='#finding-2']").first().click();
  await page.waitForFunction(() => window.followed === '#finding-2');
  await finding(2, 'summary').focus();
  await page.keyboard.press('Enter');
  await isOpen(false);
  await page.evaluate(() => { location.hash = ''; location.hash = '#finding-2'; });
  await isOpen(true);
}

/** Dark and light follow the system, paper is white, and text can be read on every lane's colour. */
async function checkLooks() {
  const seen = [];
  for (const media of [{ colorScheme: 'light', media: 'screen' }, { colorScheme: 'dark', media: 'screen' }, { colorScheme: 'dark', media: 'print' }]) {
    await page.emulateMedia(media);
    seen.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  assert.equal(seen[0], 'rgb(255, 255, 255)');
  assert.equal(seen[2], seen[0]);
  assert.notEqual(seen[1], seen[0]);
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  const light = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = JSON.parse(await textOf('#data')).colors.map(([paper, ink]) =>
    (Math.max(light(paper), light(ink)) + 0.05) / (Math.min(light(paper), light(ink)) + 0.05));
  assert.equal(contrast.length, 32);
  assert.ok(Math.min(...contrast) >= 4.5, `${Math.min(...contrast)}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    'the page is wider than its window');
}

/** Names and texts that would be markup, and bytes that are no text, stay what they are. */
async function checkHostile() {
  const name = path.join(folder, '</script><img src=x onerror=alert(1)>&"\'.cu'.replaceAll('/', '\u2215'));
  fs.writeFileSync(name, Buffer.concat([
    Buffer.from("// </script><script>document.title = 'x'</script><!-- "), Buffer.from([0xff, 0xfe]), Buffer.from(' \u2028 -->\n'),
    Buffer.from('__global__ void k(float *o) { __shared__ float tile[32][32]; // <b>&amp;\n' +
      '\to[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; /* <!--<script> */ }\n')]));
  assert.equal((await lint('--block', '32,32', name)).length, 1);
  assert.equal(await page.title(), 'Shared-memory bank conflicts');
  assert.equal(await page.locator('img, main script').count(), 0);
  const listing = await textOf('.file .source');
  assert.ok(listing.includes("</script><script>document.title = 'x'</script><!-- \ufffd\ufffd") && listing.includes('<b>&amp;'), listing);
  assert.equal((await cells(0, 'now')).length, 32);
}

/** Of an index that comes from data the worst case is drawn. */
async function checkDataDependent() {
  await lint('testdata/rules/smem-data-dependent/tables.cu');
  assert.ok((await textOf('#finding-0 .now figcaption')).startsWith('At worst32 wavefronts'));
}

/** Kernels by what is reported of them, findings by cost; what is at most so much is hatched, and not what is exact. */
async function checkOrder() {
  const findings = await lint('testdata/newcomer/stencil.cu', 'testdata/newcomer/gemm.cu');
  assert.ok(findings.every((one) => one.fact.certainty === 'bound'));
  const rows = await page.locator('tr.kernel').evaluateAll((all) => all.map((row) => ({
    name: row.querySelector('a').textContent, reported: +row.querySelector('.reported').textContent.replaceAll(',', ''),
    exact: row.querySelectorAll('.bars .bar:not(.bound)').length, bound: row.querySelectorAll('.bars .bound').length })));
  assert.deepEqual(rows.map(({ name, exact, bound }) => [name, exact, bound]), [['gemm', 1, 0], ['stencil', 0, 1]]);
  assert.ok(rows[0].reported > rows[1].reported && rows[1].reported > 0);
  const costs = await page.locator('details.finding').evaluateAll((all) => all.map((one) => +one.id.slice('finding-'.length)));
  const { findings: told } = JSON.parse(await textOf('#data'));
  const excess = costs.map((number) => told[number].excess);
  assert.deepEqual(excess, [...excess].sort((a, b) => b - a));
}

async function checkNothing() {
  await lint('testdata/clean/layouts.cu');
  assert.ok((await textOf('#summary')).includes('no findings'));
}

const checks = [checkExample, checkLayouts, checkWarpByKeys, checkPasses, checkFindings, checkLinksAndKeys, checkLooks, checkMerged,
  checkHostile, checkDataDependent, checkOrder, checkNothing];
try {
  for (const check of checks) {
    const began = Date.now();
    await check();
    console.log('ok', check.name, Date.now() - began, 'ms');
  }
  if (process.env.PICTURES)
    await takePictures(page, lint, { EXAMPLE, KERNELS });
} finally {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
}

// VS Code as a client: prints what is on the screen, applies the first quick fix, and prints the remaining diagnostics.
// CODE: VS Code's server (server-main.js of code-server); DATA: its data folder, with the extension and its settings; FILE: the
// source, in a folder with column.cu, which includes kernel.cuh; PICTURES: folder for screenshots, optional; NODE_FOLDER, CHROMIUM: ../browser.mjs.
import { spawn } from 'child_process';
import fs from 'fs';
import path from 'path';
import { launch } from '../browser.mjs';

const { CODE, DATA, FILE, PICTURES } = process.env;
const ACCESS = 'tile[threadIdx.x][threadIdx.y]';
const say = (what, text) => console.log(what, String(text).replace(/[\u00a0\u2000-\u200b]+/g, ' ').replace(/\s*\n\s*/g, ' | ').trim());

const server = spawn(process.execPath, [CODE, '--accept-server-license-terms', '--without-connection-token', '--disable-workspace-trust',
  '--telemetry-level', 'off', '--host', '127.0.0.1', '--port', '0', '--server-data-dir', DATA], { stdio: ['ignore', 'pipe', 'ignore'] });
const port = await new Promise((found, failed) => {
  let out = '';
  server.stdout.on('data', (data) => { out += data; const at = /agent listening on (\d+)/.exec(out); if (at) found(at[1]); });
  server.on('exit', () => failed(new Error('the server ended: ' + out)));
});
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1080, height: 640 } });
page.setDefaultTimeout(40000);

const status = page.locator('.statusbar-item[id^="smemlint"]');
const squiggle = page.locator('.squiggly-warning');
const problems = page.locator('.markers-panel');
const lineOf = (words) => page.locator('.view-line', { hasText: words });
const picture = (name) => PICTURES && page.screenshot({ path: path.join(PICTURES, name) });

/** The text above the first squiggle. */
function underlined() {
  return page.evaluate(() => {
    const mark = document.querySelector('.squiggly-warning').getBoundingClientRect();
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    let found = '';
    for (const line of document.querySelectorAll('.view-line')) {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node; (node = texts.nextNode());)
        for (let i = 0; i < node.length; i++) {
          const range = document.createRange();
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const [x, y] = middle(range.getBoundingClientRect());
          if (x > mark.left && x < mark.right && y > mark.top && y < mark.bottom)
            found += node.data[i];
        }
    }
    return found;
  });
}

async function command(name) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input.input').fill('>' + name);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
  await page.keyboard.press('Enter');
}

async function open(name) {
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
  await page.locator('.tab.active', { hasText: name }).waitFor();
}

async function lookAtFinding() {
  await open(path.basename(FILE));
  await squiggle.first().waitFor();
  say('squiggles', await squiggle.count());
  say('squiggle', await underlined());
  await status.filter({ hasText: '1 bank conflict' }).waitFor();
  // The editor draws a lens anew while it is resolved, hidden at first: only one that shows its text is read.
  const lens = await page.waitForFunction(() =>
    [...document.querySelectorAll('.codelens-decoration')].map((drawn) => drawn.innerText).find((text) => text.includes('shared')));
  say('lens', await lens.jsonValue());
  await lineOf('32-way;').waitFor();
  say('hint', await lineOf('32-way;').innerText());
  await lineOf(ACCESS).getByText('threadIdx').first().hover();
  const hover = page.locator('.monaco-hover', { hasText: 'pass' });
  await hover.waitFor();
  say('hover', await hover.innerText());
  await page.mouse.move(600, 620);
  await command('View: Toggle Problems');
  await problems.getByText('smem-bank-conflict-load').waitFor();
  say('problems', await problems.innerText());
  await command('View: Toggle Problems');
}

async function lookAtMap() {
  await command('View: Toggle Primary Side Bar Visibility');
  await lineOf(ACCESS).getByText('threadIdx').first().click();
  await command('smemlint: Show Bank Map');
  const map = page.frameLocator('iframe.webview').frameLocator('iframe');
  await map.locator('svg').first().waitFor();
  say('maps', (await map.locator('svg .name').allTextContents()).join(' | '));
  await picture('vscode-map.png');
  await page.locator('.tab', { hasText: 'Bank Map' }).locator('.codicon-close').click();
  await command('View: Toggle Primary Side Bar Visibility');
}

/** VS Code may cancel the request by one of its own, shortly after the cursor has moved: retries. */
async function askForFixes() {
  const first = page.locator('.action-widget .monaco-list-row.action').first();
  for (let i = 0; i < 5 && !await first.isVisible(); i++) {
    await page.keyboard.press('Control+.');
    await first.waitFor({ timeout: 8000 }).catch(() => {});
  }
  await first.waitFor();
}

async function applyFix() {
  await lineOf(ACCESS).getByText('threadIdx').first().click();
  await askForFixes();
  say('actions', await page.locator('.action-widget').innerText());
  await picture('vscode-fixes.png');
  await page.keyboard.press('Enter');
  await squiggle.first().waitFor({ state: 'detached' });
  await status.filter({ hasText: 'no bank conflict' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  say('text', fs.readFileSync(FILE, 'utf8'));
}

/** The header's finding is shown once, before and after the header is opened. */
async function lookAtHeader() {
  await command('View: Toggle Problems');
  await open('column.cu');
  await problems.getByText('kernel.cuh').first().waitFor();
  say('closed header problems', await problems.getByText('32-way bank conflict').count());
  await open('kernel.cuh');
  await status.filter({ hasText: '1 bank conflict' }).waitFor();
  say('header problems', await problems.getByText('32-way bank conflict').count());
}

try {
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURI(path.dirname(FILE))}`, { waitUntil: 'domcontentloaded' });
  await lookAtFinding();
  await lookAtMap();
  await applyFix();
  await lookAtHeader();
} catch (error) {
  await page.screenshot({ path: path.join(process.env.NODE_FOLDER, 'failed.png') });
  console.log(error.stack, '\nthe screen: failed.png in', process.env.NODE_FOLDER);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.removeAllListeners('exit');
  server.kill();
}

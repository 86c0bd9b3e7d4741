// Chromium for tests, by Playwright.  NODE_FOLDER: where npm has put it; CHROMIUM: the browser.
import { createRequire } from 'module';
import path from 'path';

const require = createRequire(path.join(process.env.NODE_FOLDER, 'x.js'));
const { chromium } = require('playwright-core');

/** Nothing but this machine can be reached. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-device-scale-factor=1', '--hide-scrollbars',
      '--disable-background-networking', '--disable-component-update', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
}

// The screenshots of docs/users/pictures.md.
import path from 'node:path';

/** lint(source): opens its page. */
export async function takePictures(page, lint, { EXAMPLE, KERNELS }) {
  const target = (name) => path.join(process.env.PICTURES, name + '.png');
  const finding = page.locator('#finding-0');
  await page.setViewportSize({ width: 1180, height: 557 });
  await lint(EXAMPLE);
  await finding.locator('.pair').screenshot({ path: target('bank-map') });
  await lint(KERNELS);
  await page.screenshot({ path: target('kernels') });
  await page.evaluate(() => document.querySelector('.file').scrollIntoView());
  await page.screenshot({ path: target('source') });
  await page.setViewportSize({ width: 1180, height: 760 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await lint(EXAMPLE);
  await finding.locator('select.layout').selectOption({ label: "padding the rows of 'tile' to [32][33] (+128 bytes)" });
  await finding.locator('select.warp').selectOption('3');
  for (let i = 0; i < 3; i++)
    await finding.locator('.next').click();
  await finding.locator('.layouts').evaluate((table) => table.scrollIntoView());
  await page.screenshot({ path: target('finding-dark') });
}

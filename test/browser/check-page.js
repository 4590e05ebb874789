/**
 * Opens report pages in a browser and checks what a person would meet: no error, nothing asked of a network, text that
 * stays text, contrast, the keyboard, narrow screens, and the time that 10,000 operations take. `npm run build` first.
 *
 *   npm run check:page -- [--shots FOLDER] [report.html …]
 *
 * With Debian's chromium; CHROMIUM names another browser, and PLAYWRIGHT another place of playwright-core.
 */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeReportPage } from '../../dist/report/index.js';
import { hostile, madeReport } from './made-report.js';
import { focusable, textContrasts } from './in-page.js';

const { chromium } = await import(process.env.PLAYWRIGHT ?? 'playwright-core');
const { values, positionals } = parseArgs({ options: { shots: { type: 'string' } }, allowPositionals: true });
const most = { firstRender: 3000, search: 500 };

let failures = 0;
function check(what, passed, detail = '') {
  if (!passed) failures += 1;
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${what}${detail === '' ? '' : ` (${detail})`}`);
}

/** A page whose errors and requests are kept. */
async function open(browser, file, { width = 1280, colorScheme = 'light' } = {}) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const errors = [];
  const requests = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('dialog', (dialog) => {
    errors.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, errors, requests };
}

function said({ errors }) {
  return errors.slice(0, 3).join('; ');
}

async function checkLook(browser, file, name) {
  for (const colorScheme of ['light', 'dark']) {
    const opened = await open(browser, file, { colorScheme });
    const { page } = opened;
    await page.locator('#list tbody button').first().click();
    await page.evaluate(() => document.querySelectorAll('details').forEach((own) => (own.open = true)));
    const texts = await page.evaluate(textContrasts);
    const weak = texts.filter(({ ratio, large }) => ratio < (large ? 3 : 4.5));
    const least = Math.min(...texts.map(({ ratio }) => ratio));
    const worst = weak.slice(0, 3).map(({ text, ratio }) => `"${text}" ${ratio.toFixed(2)}`);
    check(
      `${name}: contrast of ${texts.length} texts, ${colorScheme}`,
      weak.length === 0 && texts.length > 50,
      `least ${least.toFixed(2)} ${worst.join(', ')}`,
    );
    check(`${name}: no error, ${colorScheme}`, opened.errors.length === 0, said(opened));
    check(
      `${name}: nothing asked of a network, ${colorScheme}`,
      opened.requests.length === 1,
      opened.requests.slice(1, 3).join(' '),
    );
    if (values.shots !== undefined)
      await page.screenshot({ path: path.join(values.shots, `${name}-${colorScheme}.png`) });
    await page.close();
  }
  for (const width of [1280, 390, 320]) {
    const { page } = await open(browser, file, { width });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(`${name}: fits ${width} px`, wide <= width, `${wide} px wide`);
    if (values.shots !== undefined)
      await page.screenshot({ path: path.join(values.shots, `${name}-${width}.png`), fullPage: width > 700 });
    await page.close();
  }
}

/** Goes round once with Tab: every control that can be seen must have had the focus. */
async function checkKeyboard(browser, file, name) {
  const { page } = await open(browser, file);
  const controls = await page.evaluate(focusable);
  const reached = new Set();
  for (let step = 0; step < controls + 20; step += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(() => document.activeElement?.getAttribute('data-check') ?? null);
    if (place !== null) reached.add(place);
  }
  check(
    `${name}: Tab reaches every control`,
    reached.size === controls && controls > 20,
    `${reached.size} of ${controls}`,
  );
  await page.locator('#list tbody button').first().focus();
  await page.keyboard.press('Enter');
  check(`${name}: Enter opens a row`, (await page.locator('tr.details').count()) === 1);
  await page.keyboard.press('Enter');
  check(`${name}: Enter closes it`, (await page.locator('tr.details').count()) === 0);
  await page.close();
}

async function checkSearch(browser, file, name) {
  const { page } = await open(browser, file);
  const found = () => page.locator('#found').textContent();
  const all = await found();
  const reference = (await page.locator('#list tbody button').nth(40).textContent()).trim();
  await page.fill('#search', reference.toUpperCase());
  const rows = await page.locator('#list tbody button').allTextContents();
  check(
    `${name}: a reference finds its record`,
    rows.length < 100 && rows.includes(reference),
    `${reference}: ${rows.length} rows`,
  );
  await page.fill('#search', 'no such record anywhere');
  check(
    `${name}: what is not there is not found`,
    (await page.locator('#list tbody tr').count()) === 0 && /^None/.test(await found()),
  );
  await page.getByRole('button', { name: 'Clear' }).click();
  check(`${name}: Clear brings all back`, (await found()) === all);
  await page.selectOption('#filter-action', 'update');
  const actions = new Set(await page.locator('#list tbody tr td:nth-child(4)').allTextContents());
  check(`${name}: a filter keeps its own`, actions.size === 1 && [...actions][0].includes('update'));
  const needed = page.locator('[data-filter]');
  for (const link of await needed.all()) {
    await link.click();
    const count = await link.locator('..').locator('strong').textContent();
    const [shown] = /[\d,]+(?= (?:that match|records))/.exec(await found()) ?? [''];
    check(`${name}: "${await link.textContent()}" leads to its ${count}`, shown === count, await found());
  }
  await page.close();
}

/** Marks that turn text are shown by name. */
function shownAs(text) {
  return text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `⟨U+${mark.codePointAt(0).toString(16).toUpperCase()}⟩`,
  );
}

async function checkHostile(browser, file) {
  const opened = await open(browser, file);
  const { page } = opened;
  const buttons = await page.locator('#list tbody button').allTextContents();
  hostile.forEach((text, place) => {
    check(
      `hostile text ${place} is shown as text`,
      buttons[place].includes(shownAs(text)),
      text.slice(0, 40),
    );
  });
  for (let place = 0; place < hostile.length; place += 1)
    await page.locator('#list tbody button').nth(place).click();
  const made = await page.evaluate(() => ({
    broken: window.broken,
    elements: document.querySelectorAll('img, iframe, object, embed, [onerror], [onload]').length,
    scripts: document.scripts.length,
    schemes: [...new Set([...document.links].map((link) => link.protocol))],
  }));
  check(
    'no hostile text became an element or ran',
    made.broken === undefined && made.elements === 0 && made.scripts === 2,
  );
  check('every link leads to a file', made.schemes.join() === 'file:', made.schemes.join());
  check('no error with hostile texts', opened.errors.length === 0, said(opened));
  const stopped = await page.evaluate(async () => {
    const element = document.createElement('script');
    element.textContent = 'window.broken = 2';
    document.body.append(element);
    const asked = await fetch('http://127.0.0.1:9/').then(
      () => 'answered',
      () => 'refused',
    );
    const styled = document.createElement('p');
    styled.setAttribute('style', 'color: rgb(1, 2, 3)');
    document.body.append(styled);
    return { broken: window.broken, asked, colour: getComputedStyle(styled).color };
  });
  const refusals = opened.errors.filter((error) => error.includes('Content Security Policy')).length;
  check(
    'the policy stops scripts, styles and requests',
    stopped.broken === undefined &&
      stopped.colour !== 'rgb(1, 2, 3)' &&
      stopped.asked === 'refused' &&
      refusals >= 3,
    `${refusals} refusals`,
  );
  await page.close();
}

async function checkTimes(browser, file) {
  const renders = [];
  const searches = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const { page } = await open(browser, file);
    renders.push(
      await page.evaluate(() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd),
    );
    const search = (text) =>
      page.evaluate((wanted) => {
        const box = document.getElementById('search');
        const start = performance.now();
        box.value = wanted;
        box.dispatchEvent(new Event('input'));
        document.body.getBoundingClientRect();
        return performance.now() - start;
      }, text);
    searches.push([await search('NRM-9876-mass'), await search('ticket 77')]);
    await page.close();
  }
  const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
  const render = median(renders);
  const [first, next] = [median(searches.map(([own]) => own)), median(searches.map(([, own]) => own))];
  check('10,000 operations: first render', render < most.firstRender, `median of 5: ${render.toFixed(0)} ms`);
  check(
    '10,000 operations: a search',
    first < most.search,
    `median of 5: the first ${first.toFixed(0)} ms, the next ${next.toFixed(0)} ms`,
  );
}

const folder = await mkdtemp(path.join(tmpdir(), 'check-page-'));
if (values.shots !== undefined) await mkdir(values.shots, { recursive: true });
const made = path.join(folder, 'made.html');
const large = path.join(folder, 'large.html');
await writeReportPage(madeReport(230), made);
await writeReportPage(madeReport(10_000), large);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const file of [made, ...positionals.map((own) => path.resolve(own))]) {
    const name = path.basename(file, '.html');
    await checkLook(browser, file, name);
    await checkKeyboard(browser, file, name);
    await checkSearch(browser, file, name);
  }
  await checkHostile(browser, made);
  await checkTimes(browser, large);
} finally {
  await browser.close();
}
console.log(failures === 0 ? 'all checks passed' : `${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;

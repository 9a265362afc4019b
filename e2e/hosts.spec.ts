import { expect, openPill, test } from './src/hosts-fixtures.ts';

test('[DEV-9] pill, docked panel and its tabs work under a policy with a nonce', async ({
  page,
  hosts,
}) => {
  await page.goto(hosts);
  await openPill(page);
  const panel = page.getByRole('region', { name: 'Memory devtools' });
  await expect(panel.locator('.total')).toContainText('tokens');
  for (const name of ['Compactions', 'Log', 'Storage', 'Context']) {
    await panel.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }
  await panel.getByRole('row').nth(2).click();
  await expect(panel.getByRole('region', { name: /^Details/ })).toBeVisible();
  await panel.getByRole('radio', { name: 'Side', exact: true }).click();
  await expect(panel.getByRole('separator', { name: /^Width/ })).toBeVisible();
  await expect(panel.locator('.frame-bar')).toHaveCSS('display', 'flex');
});

test('[DEV-9] a window of its own is drawn under the policy of its page', async ({
  page,
  hosts,
}) => {
  await page.goto(hosts);
  await openPill(page);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('radio', { name: 'Window' }).click(),
  ]);
  await expect(popup.locator('.total')).toContainText('tokens');
  await expect(popup.locator('.frame-bar')).toHaveCSS('display', 'flex');
});

test('[DEV-9] the page of the devtools works under a policy with a nonce', async ({
  page,
  context,
  hosts,
}) => {
  await page.goto(hosts);
  const devtools = await context.newPage();
  await devtools.goto(`${hosts}devtools.html`);
  await expect(devtools.locator('.total')).toContainText('tokens');
  await expect(devtools.locator('.frame-bar')).toHaveCSS('display', 'flex');
});

test('[DEV-9] where constructable stylesheets are missing, style elements with the nonce stand in', async ({
  page,
  hosts,
}) => {
  await page.addInitScript(() =>
    Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets'),
  );
  await page.goto(hosts);
  await openPill(page);
  await expect(page.locator('style[data-agent-memory-style]').first()).toBeAttached();
  await expect(page.locator('.frame-bar')).toHaveCSS('display', 'flex');
  await expect(page.locator('.tab-list')).toHaveCSS('display', 'flex');
});

test('[DEV-9] a page that breaks the policy is seen to: the count of violations counts', async ({
  page,
  hosts,
  policed,
}) => {
  await page.goto(hosts);
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'h1 { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => policed.violations().length).toBe(1);
  policed.forget();
});

for (const place of ['docked', 'embedded'] as const) {
  test(`[DEV-8] keys that the ${place} panel uses are not heard by the page; others are`, async ({
    page,
    hosts,
  }) => {
    await page.goto(place === 'embedded' ? `${hosts}?embedded` : hosts);
    if (place === 'docked') await openPill(page);
    const grid = page.getByRole('treegrid');
    const heard = page.getByRole('status', { name: 'Keys that the page heard' });
    await grid.getByRole('row').nth(2).click();
    for (const key of ['ArrowDown', 'ArrowUp', 'End', 'Home', '/']) await page.keyboard.press(key);
    await page.keyboard.type('bicycle jk?');
    await expect(page.locator('.find input').first()).toHaveValue('bicycle jk?');
    await page.keyboard.press('Escape');
    await expect(grid).toBeFocused();
    await page.getByRole('tab', { name: /^Log/ }).press('Enter');
    await expect(heard).toHaveText('');
    await page.keyboard.press('j');
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+k');
    await expect(heard).toHaveText(/^j F8 Control k\s*$/);
  });
}

const SCALES = ['zoom: 1.5', 'zoom: 0.75', 'transform: scale(1.25); transform-origin: 0 0'];

for (const scale of SCALES) {
  test(`[DEV-8] the pointer selects and drags where it is in a page with ${scale}`, async ({
    page,
    hosts,
  }) => {
    await page.setViewportSize({ width: 1600, height: 1000 });
    await page.goto(`${hosts}?embedded`);
    const more = page.getByRole('button', { name: 'Say more' });
    for (let turns = 4; turns <= 9; turns += 1) {
      await more.click();
      await expect(page.getByText(`${turns} turns`)).toBeVisible();
    }
    await page.evaluate((style) => {
      document.body.style.cssText = `inline-size: 1000px; ${style}`;
    }, scale);
    const strip = page.getByRole('slider', { name: 'Calls of the session' });
    // The panel draws a turn in a frame of its own, after the page's count of turns.
    await expect(strip).toHaveAttribute('aria-valuemax', '18');
    // The cursor stands over its call: a press there is that call again.
    await strip.focus();
    for (let call = 18; call > 15; call -= 1) await page.keyboard.press('ArrowLeft');
    await expect(strip).toHaveAttribute('aria-valuenow', '15');
    const box = await page.locator('.time-cursor').boundingBox();
    if (!box) throw new Error('The cursor is drawn.');
    await page.keyboard.press('Escape');
    await expect(strip).toHaveAttribute('aria-valuenow', '18');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(strip).toHaveAttribute('aria-valuenow', '15');
    await page.getByRole('treegrid').getByRole('row').nth(2).click();
    const splitter = page.getByRole('separator', { name: 'Space for the list and the details' });
    const from = await splitter.boundingBox();
    if (!from) throw new Error('The splitter is drawn.');
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    const target = { x: x - 60, y };
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(target.x, target.y, { steps: 4 });
    await page.mouse.up();
    await expect(async () => {
      const to = await splitter.boundingBox();
      if (!to) throw new Error('The splitter is drawn.');
      expect(Math.abs(to.x + to.width / 2 - target.x)).toBeLessThan(4);
    }).toPass();
  });
}

for (const place of ['html', 'body'] as const) {
  test(`[DEV-8] the docked edge is dragged to the pointer where ${place} has zoom: 1.5`, async ({
    page,
    hosts,
  }) => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.goto(hosts);
    await page.evaluate((element) => {
      const zoomed = element === 'html' ? document.documentElement : document.body;
      zoomed.style.zoom = '1.5';
      zoomed.style.minHeight = '1400px';
    }, place);
    await openPill(page);
    for (const [side, targetX, targetY] of [
      ['Below', 300, 430],
      ['Side', 700, 300],
    ] as const) {
      await page.getByRole('radio', { name: side, exact: true }).click();
      const edge = await page.locator('.edge').boundingBox();
      if (!edge) throw new Error('The edge is drawn.');
      const frame = page.getByRole('region', { name: 'Memory devtools' });
      await page.mouse.move(edge.x + 4, edge.y + 4);
      await page.mouse.down();
      await page.mouse.move(targetX, targetY, { steps: 4 });
      await page.mouse.up();
      await expect(async () => {
        const box = await frame.boundingBox();
        if (!box) throw new Error('The panel is drawn.');
        if (side === 'Below') expect(Math.abs(box.y - targetY)).toBeLessThan(3);
        else expect(Math.abs(box.x - targetX)).toBeLessThan(3);
        expect(Math.round(box.x + box.width)).toBe(1440);
        expect(Math.round(box.y + box.height)).toBe(1000);
        if (side === 'Side') return;
        // The end of the page can be scrolled to above the panel.
        const room = await page.evaluate(() => {
          const { paddingBottom } = getComputedStyle(document.body);
          return Number.parseFloat(paddingBottom) * 1.5;
        });
        expect(Math.abs(room - box.height)).toBeLessThan(3);
      }).toPass();
    }
  });
}

import { writeFileSync } from 'node:fs';
import { decode } from 'fast-png';
import { encode } from 'modern-gif';
import type { Locator, Page } from 'playwright-core';

/** Milliseconds between two positions of a moving pointer. */
const stepOfMove = 60;
const stepsOfMove = 6;
/** Milliseconds that the button stays pressed. */
const press = 350;
/** Milliseconds until nothing in the window moves any more. */
const settling = 1000;

/**
 * A picture of a window in use: frames with the times that they stay. Screenshots have no pointer, so one is
 * drawn into the page.
 */
export async function startMovingPicture(page: Page, size: { width: number; height: number }) {
  const frames: { data: Uint8ClampedArray<ArrayBuffer>; delay: number }[] = [];
  let at = { x: size.width / 2, y: size.height / 2 };
  await page.setViewportSize(size);
  await page.mouse.move(at.x, at.y);
  await page.evaluate(addPointer);

  /** Takes a frame that stays for this time. */
  async function hold(milliseconds: number): Promise<void> {
    await page.evaluate(showPointer, { ...at, isPressed: false });
    if (milliseconds > stepOfMove) await page.waitForTimeout(settling);
    frames.push({ data: pixelsOf(await page.screenshot()), delay: milliseconds });
  }

  return {
    hold,
    /** Moves the pointer to a place in an element, by default to its middle. */
    async moveTo(target: Locator, place = { x: 0.5, y: 0.5 }): Promise<void> {
      const box = await target.boundingBox();
      if (!box) throw new Error('There is nothing to point at.');
      const from = at;
      const to = { x: box.x + box.width * place.x, y: box.y + box.height * place.y };
      for (let turn = 1; turn <= stepsOfMove; turn += 1) {
        const part = (1 - Math.cos((Math.PI * turn) / stepsOfMove)) / 2;
        at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        if (turn < stepsOfMove) await hold(stepOfMove);
      }
      await page.mouse.move(at.x, at.y);
      await page.waitForTimeout(settling);
    },
    /** Clicks where the pointer is. */
    async click(): Promise<void> {
      await page.evaluate(showPointer, { ...at, isPressed: true });
      frames.push({ data: pixelsOf(await page.screenshot()), delay: press });
      await page.mouse.click(at.x, at.y);
    },
    /** Writes a GIF file with one palette. */
    async save(path: string): Promise<void> {
      writeFileSync(path, new Uint8Array(await encode({ ...size, frames, looped: true })));
    },
  };
}

/** Runs in the page: adds an arrow, and the ring around it while its button is pressed. */
function addPointer(): void {
  const drawn = (name: string, attributes: Record<string, string>, ...children: SVGElement[]) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const ring = drawn('circle', { r: '15', fill: '#ffd54a80', stroke: '#ffd54a', 'stroke-width': '2' });
  const arrow = drawn('path', {
    d: 'M0 0V17L4 13.5L6.8 19.5L9.6 18.2L6.9 12.4L12 12Z',
    fill: '#fff',
    stroke: '#000',
    'stroke-width': '1.2',
  });
  const pointer = drawn(
    'svg',
    { id: 'pointer', width: '44', height: '44', viewBox: '-22 -22 44 44' },
    ring,
    arrow,
  );
  Object.assign(pointer.style, {
    position: 'fixed',
    inset: '-22px auto auto -22px',
    zIndex: '1000000',
    pointerEvents: 'none',
  });
  document.body.append(pointer);
}

/** Runs in the page. */
function showPointer({ x, y, isPressed }: { x: number; y: number; isPressed: boolean }): void {
  const pointer = document.querySelector<SVGElement>('#pointer');
  const ring = pointer?.querySelector('circle');
  if (pointer) pointer.style.translate = `${x}px ${y}px`;
  if (ring) ring.style.visibility = isPressed ? 'visible' : 'hidden';
}

/** The pixels of a screenshot with red, green, blue, and opacity; it has no opacity of its own. */
function pixelsOf(png: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, channels, data } = decode(png);
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let color = 0; color < 3; color += 1) {
      pixels[pixel * 4 + color] = data[pixel * channels + color] ?? 0;
    }
  }
  return pixels;
}

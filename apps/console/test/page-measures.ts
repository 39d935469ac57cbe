import type { Page } from 'playwright-core';

/** The places into which the text of a page does not fit: the window, or an element that cuts it off. */
export const findCutText = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [scrollWidth + ' px in a window of ' + clientWidth] : [];
    const cuts = (style) => ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY);
    for (const element of document.querySelectorAll('body *')) {
      const style = getComputedStyle(element);
      if (!cuts(style) || style.clipPath !== 'none' || element.textContent.trim() === '') continue;
      if (element.closest('svg, [role=img], [aria-hidden=true]')) continue;
      const { scrollWidth: width, scrollHeight: height } = element;
      if (width > element.clientWidth + 1 || height > element.clientHeight + 1)
        faults.push('cut: ' + element.className + ' "' + element.textContent.trim().slice(0, 40) + '"');
    }
    return faults;
  })()`);

/**
 * Targets of less than 24 px in either direction (WCAG 2.2, 2.5.8). A link within a sentence is none of them, and
 * neither is one around which there is as much room.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const LEAST = 24;
    const shown = (element) => element.getClientRects().length > 0;
    const box = (element) => (element.closest('label') ?? element).getBoundingClientRect();
    const isInSentence = (element) =>
      getComputedStyle(element).display === 'inline' &&
      [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((element) => shown(element) && !element.closest('[aria-hidden=true], [inert], .unseen, .skip'))
      .map((element) => ({ element, box: box(element) }));
    const centre = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
    const distance = ({ x, y }, { left, right, top, bottom }) =>
      Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return targets
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < LEAST - 0.5)
      .filter(({ element }) => !isInSentence(element))
      .filter(({ element, box }) =>
        targets.some((other) => !other.element.contains(element) && !element.contains(other.element) &&
          other.element.closest('label') !== (element.closest('label') ?? 1) && distance(centre(box), other.box) < LEAST / 2))
      .map(({ element, box }) => 'small: ' + box.width + ' x ' + box.height + ' ' + element.outerHTML.slice(0, 80));
  })()`);

const MAX_STOPS = 120;

/** Goes through the page by the keyboard. @returns the stops at which nothing shows where one is */
export async function findUnseenFocus(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  await page.evaluate('document.activeElement?.blur()');
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate<string | null>(`(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const hasOutline = (one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
      };
      const around = element.closest('label, .checkbox, .switch, .combo') ?? element;
      const isSeen = [element, around, ...around.querySelectorAll('*')].some(hasOutline);
      return isSeen ? '' : 'no focus: ' + element.outerHTML.slice(0, 80);
    })()`);
    if (fault === null) break;
    if (fault) unseen.push(fault);
  }
  return unseen;
}

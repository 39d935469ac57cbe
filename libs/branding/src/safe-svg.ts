import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { BadImage } from './bad-image.js';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** Shapes, text, gradients, clips and masks; no elements that run scripts, move, link or load. */
const elements = new Set(
  (
    'svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient ' +
    'radialGradient stop clipPath mask style'
  ).split(' '),
);
/** Elements of editors that draw nothing. */
const dropped = new Set(['metadata']);
const attributes = new Set(
  (
    'id class style transform viewBox preserveAspectRatio version x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points ' +
    'dx dy rotate width height offset opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity ' +
    'color display visibility overflow clip-path clip-rule mask mask-type gradientUnits gradientTransform ' +
    'spreadMethod clipPathUnits maskUnits maskContentUnits font-family font-size font-weight font-style ' +
    'font-variant letter-spacing word-spacing text-anchor text-decoration dominant-baseline textLength ' +
    'lengthAdjust paint-order shape-rendering text-rendering vector-effect role aria-label aria-hidden'
  ).split(' '),
);
const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 50;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!);

/** Whether CSS, or an attribute value parsed as CSS, loads nothing: it refers only to parts of this image. */
const loadsNothing = (css: string): boolean =>
  !/[@\\<]|expression|javascript:|image-set|image\(|src\(/i.test(css) &&
  !/url\((?!\s*["']?#[\w.-]+["']?\s*\))/i.test(css);

/**
 * Rewrites the parsed image with only elements that draw. Other elements of editors are dropped; anything that runs
 * scripts, moves, links or loads is refused.
 * @throws BadImage naming the forbidden part
 */
export function safeSvg(text: string): string {
  const writer = new SvgWriter();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new BadImage(`The SVG is not well-formed: ${error.message.slice(0, 200).replace(/\.$/, '')}.`);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('['))
      throw new BadImage('An SVG with declarations of its own (DOCTYPE) is not allowed.');
  });
  parser.on('opentag', (tag) => writer.open(tag));
  parser.on('closetag', () => writer.close());
  parser.on('text', (part) => writer.text(part));
  parser.on('cdata', (part) => writer.text(part));
  parser.write(text).close();
  return writer.finish();
}

class SvgWriter {
  #output = '';
  #count = 0;
  /** Names of open elements; undefined for an element that is dropped with its contents. */
  readonly #open: (string | undefined)[] = [];
  #style = '';

  open(tag: SaxesTagNS): void {
    this.#count += 1;
    if (this.#count > MAX_ELEMENTS) throw new BadImage(`An SVG may have ${MAX_ELEMENTS} elements at most.`);
    if (this.#open.length >= MAX_DEPTH)
      throw new BadImage(`An SVG may be ${MAX_DEPTH} elements deep at most.`);
    const { local, uri } = tag;
    if (this.#open.length === 0 && (uri !== SVG || local !== 'svg'))
      throw new BadImage('The outermost element must be <svg xmlns="http://www.w3.org/2000/svg">.');
    const isLeftOut = uri !== SVG || dropped.has(local) || this.#isInside(undefined);
    if (!isLeftOut && !elements.has(local)) throw new BadImage(`The element <${local}> is not allowed.`);
    this.#open.push(isLeftOut ? undefined : local);
    if (isLeftOut) return;
    const keptAttributes = Object.values(tag.attributes).flatMap((one) => this.#attribute(one));
    const namespace = this.#open.length === 1 ? [`xmlns="${SVG}"`] : [];
    this.#output += `<${[local, ...namespace, ...keptAttributes].join(' ')}>`;
  }

  close(): void {
    const local = this.#open.pop();
    if (local === undefined) return;
    if (local === 'style') {
      if (!loadsNothing(this.#style)) throw new BadImage('A <style> of an SVG must not load anything.');
      this.#output += escaped(this.#style);
      this.#style = '';
    }
    this.#output += `</${local}>`;
  }

  text(part: string): void {
    if (this.#isInside(undefined) || this.#open.length === 0) return;
    if (this.#open.at(-1) === 'style') this.#style += part;
    else this.#output += escaped(part);
  }

  finish(): string {
    if (!/^<svg [^>]*\b(viewBox|width)="/.test(this.#output))
      throw new BadImage('The <svg> needs a viewBox, or width and height.');
    return this.#output;
  }

  #isInside(name: string | undefined): boolean {
    return this.#open.includes(name);
  }

  /** @throws BadImage for attributes that run scripts or load; those that draw nothing are dropped */
  #attribute({ local, prefix, uri, value }: SaxesAttributeNS): string[] {
    if (/^on/i.test(local)) throw new BadImage(`The attribute ${local} is not allowed.`);
    if (local === 'href' && (uri === XLINK || uri === '')) {
      if (!/^#[\w.-]+$/.test(value))
        throw new BadImage('An SVG must not link to anything outside of itself.');
      return [`href="${value}"`]; // for a gradient that extends another
    }
    if (prefix !== '' || !attributes.has(local)) return [];
    if (!loadsNothing(value)) throw new BadImage(`The attribute ${local} must not load anything.`);
    return [`${local}="${escaped(value)}"`];
  }
}

/** The part of the board that is in view. Two fingers pinch; one finger moves the zoomed board. */

import { preventFlings } from './flings';

/** The strongest magnification. */
const MOST = 4;
/** Less magnification than this is none. */
const LEAST = 1.1;
/** The distance in CSS pixels at which a touch becomes a movement. */
const FAR = 10;

interface Point {
  x: number;
  y: number;
}

/** Where the centre of the fingers is, and how far apart two of them are. */
function grip(fingers: readonly Point[]): Point & { span: number } {
  const [a, b = a] = fingers as [Point, Point?];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) };
}

export class Zoom {
  scale = $state(1);
  /** The offset of the board's corner in CSS pixels. */
  x = $state(0);
  y = $state(0);
  /** The board follows the fingers. */
  moving = $state(false);
  /** The touch was a movement: the click that ends it is none. */
  moved = false;
  readonly #box: () => DOMRect;
  readonly #fingers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };

  /** `box` gives the window through which the board is seen. */
  constructor(box: () => DOMRect) {
    this.#box = box;
  }

  readonly on = $derived(this.scale > 1);

  /** An attachment for the element of the board. */
  readonly preventFlings = (node: EventTarget): (() => void) => preventFlings(node, () => this.moving);

  /** Magnify around a point, given in fractions of the board's width and height. */
  at(x: number, y: number, scale: number): void {
    const { width, height } = this.#box();
    this.#set(scale, width * (0.5 - x * scale), height * (0.5 - y * scale));
  }

  /** Without measuring, which would lay the page out at every step of a turn. */
  out(): void {
    this.scale = 1;
    this.x = this.y = 0;
  }

  down(event: PointerEvent): void {
    if (!this.#fingers.size) {
      this.moved = false;
      this.#start = { x: event.clientX, y: event.clientY };
    }
    if (event.pointerType !== 'touch') return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  move(event: PointerEvent): void {
    if (!this.#fingers.has(event.pointerId)) return;
    const before = grip([...this.#fingers.values()]);
    const at = { x: event.clientX, y: event.clientY };
    const two = this.#fingers.size > 1;
    if (!two && !this.moved && (!this.on || Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < FAR)) return;
    this.#fingers.set(event.pointerId, at);
    this.moved = this.moving = true;
    const now = grip([...this.#fingers.values()]);
    const scale = Math.min(MOST, Math.max(1, before.span ? (this.scale * now.span) / before.span : this.scale));
    const { left, top } = this.#box();
    const ratio = scale / this.scale;
    this.#set(scale, now.x - left - (before.x - left - this.x) * ratio, now.y - top - (before.y - top - this.y) * ratio);
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size) return;
    this.moving = false;
    if (this.scale < LEAST) this.out();
  }

  /** The board always fills the window. */
  #set(scale: number, x: number, y: number): void {
    const { width, height } = this.#box();
    this.scale = scale;
    this.x = Math.min(0, Math.max(width * (1 - scale), x));
    this.y = Math.min(0, Math.max(height * (1 - scale), y));
  }
}

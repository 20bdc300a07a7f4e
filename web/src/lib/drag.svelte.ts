/** Drags one piece at a time from a dock to a slot. A press that does not move is a click and is ignored. */

import { preventFlings } from './flings';

/** The distance in CSS pixels at which a press becomes a drag. */
const FAR = 8;

class Drag {
  /** The piece under the finger. */
  id = $state<string>();
  moved = $state(false);
  /** The slot under the finger. */
  over = $state<string>();
  #end: (() => void) | undefined;

  /** Follow a press. `drop` gets the slot on which a drag ends, if any. */
  start(press: PointerEvent, id: string, drop: (slot: string | undefined) => void): void {
    if (press.button !== 0 || !(press.currentTarget instanceof HTMLElement)) return;
    this.#end?.();
    const source = press.currentTarget;
    let shadow: HTMLElement | undefined;
    const follow = (event: PointerEvent) => {
      if (event.pointerId !== press.pointerId) return;
      const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
      if (!shadow && Math.hypot(x, y) < FAR) return;
      shadow ??= this.#lift(source, id);
      shadow.style.translate = `${x}px ${y}px`;
      this.over = slotAt(event);
    };
    const finish = (event: PointerEvent) => {
      if (event.pointerId !== press.pointerId) return;
      const dropped = shadow !== undefined && event.type === 'pointerup';
      this.#end?.();
      if (dropped) drop(slotAt(event));
    };
    const allowFlings = preventFlings(source, () => shadow !== undefined);
    this.#end = () => {
      allowFlings();
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', finish);
      removeEventListener('pointercancel', finish);
      shadow?.remove();
      this.id = this.over = undefined;
      // The click after a drag comes before this.
      setTimeout(() => (this.moved = false));
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', finish);
    addEventListener('pointercancel', finish);
  }

  #lift(source: HTMLElement, id: string): HTMLElement {
    this.id = id;
    this.moved = true;
    const { left, top, width, height } = source.getBoundingClientRect();
    const shadow = source.cloneNode(true) as HTMLElement;
    shadow.ariaHidden = 'true';
    shadow.inert = true;
    delete shadow.dataset.slot;
    Object.assign(shadow.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, zIndex: '9', pointerEvents: 'none', margin: '0' });
    (source.parentElement ?? document.body).append(shadow);
    return shadow;
  }
}

function slotAt({ clientX, clientY }: PointerEvent): string | undefined {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-slot]')?.dataset.slot;
}

export const drag = new Drag();

/** A browser takes a quick movement of a finger for a fling. The next tap would only stop the fling: no click follows it. */

/** Prevent flings of touches that begin at `node`, while something is `moving` with the finger. Returns a function that ends this. */
export function preventFlings(node: EventTarget, moving: () => boolean): () => void {
  const hold = (event: Event) => {
    if (moving()) event.preventDefault();
  };
  node.addEventListener('touchmove', hold, { passive: false });
  return () => node.removeEventListener('touchmove', hold);
}

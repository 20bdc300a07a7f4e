/** Browsers recognise a quick finger movement as a fling. The next tap then only stops the fling and fires no click. */

/** Prevent flings of touches that begin at `node` while `moving()` is true. Returns a function that removes the listener. */
export function preventFlings(node: EventTarget, moving: () => boolean): () => void {
  const hold = (event: Event) => {
    if (moving()) event.preventDefault();
  };
  node.addEventListener('touchmove', hold, { passive: false });
  return () => node.removeEventListener('touchmove', hold);
}

/** Measure when everything has changed, just before it is painted: a layout in between would be thrown away. Returns how to cancel it. */
export function beforePaint(measure: () => void): () => void {
  const frame = requestAnimationFrame(measure);
  return () => cancelAnimationFrame(frame);
}

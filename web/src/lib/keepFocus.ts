/** Keeps the focus at a table. */

import { tick } from 'svelte';

/** When the part of a table that has the focus disappears and nothing else takes it, it goes on at the prompt. */
export function keepFocus(table: HTMLElement): () => void {
  let last: Node | undefined;
  const observer = new MutationObserver(() => {
    if (last && !last.isConnected && document.activeElement === document.body) table.querySelector<HTMLElement>('.ask > [tabindex]')?.focus({ preventScroll: true });
  });
  table.addEventListener('focusin', ({ target }) => (last = target as Node));
  observer.observe(table, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Give an element the focus back after the coming update: browsers take it from an element that changes its place. */
export async function holdFocus(): Promise<void> {
  const holder = document.activeElement as HTMLElement | null;
  await tick();
  if (document.activeElement === document.body) holder?.focus({ preventScroll: true });
}

/** The page that is shown: home, a table, a lesson or a puzzle. */

class Route {
  #path = $state(location.pathname);

  constructor() {
    addEventListener('popstate', () => (this.#path = location.pathname));
  }

  readonly table = $derived(/^\/(?:t|join)\/([\w-]+)(?:\/[\w-]*)?$/.exec(this.#path)?.[1]);

  readonly lesson = $derived.by(() => {
    const [, game, lesson] = /^\/learn\/(\w+)\/([\w-]+)$/.exec(this.#path) ?? [];
    return game && lesson ? { game, lesson } : undefined;
  });

  /** A puzzle; without an id the next one of the game, without a game the puzzle of the day. */
  readonly puzzle = $derived.by(() => {
    const [found, game, id] = /^\/puzzle(?:\/(\w+)(?:\/([0-9a-f]+))?)?$/.exec(this.#path) ?? [];
    return found === undefined ? undefined : { game, id };
  });

  /** Show another page; `replace` an address that only leads to it. */
  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.#path = location.pathname;
    scrollTo(0, 0);
  }

  /** Follow a link inside the page, unless it is opened in a new tab. */
  readonly follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.go(new URL(event.currentTarget.href).pathname);
  };
}

export const route = new Route();

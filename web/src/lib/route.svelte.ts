/** The page that is shown: home, a table or a lesson. */

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

  go(path: string): void {
    history.pushState(null, '', path);
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

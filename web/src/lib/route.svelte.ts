/** The page that is shown: home, a table, a lesson, a puzzle, or a game to play at once. */

import { onDestroy } from 'svelte';
import { local, pageAddress, shownPage } from './addresses';
import { languages } from './prefs.svelte';

class Route {
  #path = $state(shownPage());
  /** A page has replaced the first one. */
  #moved = false;

  constructor() {
    addEventListener('popstate', () => this.#shown());
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

  /** A game of a site to play against a bot at once, and the language of the page that shows it. */
  readonly play = $derived.by(() => {
    const [, game, lang] = /^\/play\/(\w+)(?:\/(\w+))?$/.exec(local ? this.#path : '') ?? [];
    return game ? { game, lang: languages.find((one) => one === lang) } : undefined;
  });

  /** Show another page; `replace` an address that only leads to it. */
  go(path: string, replace = false): void {
    this.#show(pageAddress(path), replace);
  }

  /** `go` for the component that is being made. It does nothing once that component is gone: a late answer takes no reader away. */
  whileShown(): (path: string, replace?: boolean) => void {
    let gone = false;
    onDestroy(() => (gone = true));
    return (path, replace) => {
      if (!gone) this.go(path, replace);
    };
  }

  /** Follow a link inside the page, unless it is opened in a new tab. */
  readonly follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.#show(event.currentTarget.href);
  };

  /** Attached to the title of a page: it gets the focus that was lost with the page before. */
  readonly focus = (title: HTMLElement): void => {
    if (this.#moved && document.activeElement === document.body) title.focus({ preventScroll: true });
  };

  #show(address: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.#shown();
    scrollTo(0, 0);
  }

  #shown(): void {
    this.#path = shownPage();
    this.#moved = true;
  }
}

export const route = new Route();

/** The forms of a table's page. Stylesheets repeat these conditions. */

import { MediaQuery } from 'svelte/reactivity';

/** A narrow or low screen. */
export const phone = new MediaQuery('(max-width: 820px), (max-height: 500px)');
/** A phone on which every row counts. */
export const low = new MediaQuery('(max-width: 820px) and (max-height: 740px), (max-height: 500px)');
/** A phone on its side: all panels are in a column beside the board. */
export const landscape = new MediaQuery('(max-height: 500px) and (orientation: landscape)');

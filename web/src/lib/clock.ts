/** Times, time controls and running clocks in words. */

import type { Message } from './protocol';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** The words for `5+10` or `3d`. */
export function clockName(text: string): Message {
  const [, minutes, seconds] = /^(\d+)\+(\d+)$/.exec(text) ?? [];
  if (minutes === undefined) return { k: 'clock-days', a: { n: parseInt(text) } };
  return { k: 'clock-live', a: { minutes: Number(minutes), seconds: Number(seconds) } };
}

/** A game's preset in words. Its name is left out where days say it all. */
export function presetName(name: string, text: string): Message {
  const time = clockName(text);
  return time.k === 'clock-days' ? time : { k: 'clock-preset', a: { name: { k: `clock-${name}` }, time } };
}

/** The time left: `4:05`, above an hour `1:02:03`, above a day `2 d 4 h`. */
export function clockFace(left: number): Message | string {
  const seconds = Math.ceil(left / SECOND);
  if (left >= DAY) return { k: 'clock-long', a: { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) } };
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts.map((part, i) => (i ? String(part).padStart(2, '0') : String(part)));
  return hours === '0' ? rest.join(':').replace(/^0(?=\d)/, '') : [hours, ...rest].join(':');
}

/** A day in words; French counts the first of a month as “1er”. */
export function dayName(time: number, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(time);
  return locale === 'fr-FR' ? name.replace(/^1 /, '1er ') : name;
}

/** How urgent a remaining time is. */
export function isLow(left: number, text: string): boolean {
  return left < (text.endsWith('d') ? HOUR : 20 * SECOND);
}
